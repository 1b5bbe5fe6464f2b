"""A wish for more time in a sentence: `Please extend by two days`. It moves no deadline, and is told its word."""

from __future__ import annotations

import re

_ASKING = (
    r"(?:please|pls|(?:can|could|may|might|would|will)\s+(?:you|we|i|it)(?:\s+(?:please|possibly|be\s+possible\s+to))*"
    r"|is\s+it\s+possible\s+to|i(?:['\u2019]d|\s+would)\s+like\s+(?:you\s+)?to|i\s+need)"
)
_WHAT = r"(?:\s+(?:the|this|our)\s+(?:deadline|turn|phase|game|due\s+date))?"
_MORE = r"(?:an?\s+extension|(?:(?:some|a\s+bit|a\s+little|\w+)\s+)?more\s+(?:time|days?|hours?))"
_HOW_LONG = r"(?:\s+(?:by|for|of|until|till|to)\s+[\w:.-]+(?:\s+[\w:.-]+){0,4})?"
_THANKS = r"(?:[\s,]+(?:please|pls|thanks|thank\s+you))*[\s.!?]*"
MORE_TIME = re.compile(
    rf"\s*(?:{_ASKING}\s+(?:please\s+)?(?:(?:extend|delay|postpone|push\s+back)\b{_WHAT}"
    rf"|(?:(?:have|get|give\s+(?:me|us)|ask\s+for)\s+)?{_MORE}){_HOW_LONG}{_THANKS}"
    r"|(?:bitte\s+)?(?:die\s+frist\s+)?(?:bitte\s+)?um\s+\w+\s+(?:tage?|stunden?|wochen?)\s+verl\u00e4ngern[\s.!]*"
    r"|(?:ich\s+)?bitte\s+um\s+(?:eine\s+)?fristverl\u00e4ngerung(?:\s+(?:um|von)\s+\w+\s+\w+)?[\s.!]*"
    r"|(?:pouvez-vous|peut-on|merci\s+de)\s+(?:prolonger|repousser|reporter)\s+[\w\s'\u2019]{3,40}[\s.!?]*"
    r"|(?:por\s+favor,?\s+)?(?:puede[ns]?|podr\u00eda[ns]?)\s+(?:ampliar|prorrogar|aplazar)\s+[\w\s]{3,40}[\s.!?]*)",
    re.IGNORECASE,
)
