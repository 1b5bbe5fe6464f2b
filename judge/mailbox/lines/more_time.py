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
    rf"|(?:(?:please\s+)?(?:give|grant|allow)\s+(?:me|us)|i(?:['\u2019]d|\s+would)\s+like(?:\s+to\s+(?:have|ask\s+for))?|i\s+want|i\s+ask\s+for)"
    rf"\s+{_MORE}{_HOW_LONG}{_THANKS}"
    r"|ich\s+(?:brauche|br\u00e4uchte|h\u00e4tte\s+gern)\s+(?:noch\s+)?(?:etwas\s+)?(?:mehr\s+zeit|\w+\s+(?:tage?|stunden?)\s+mehr)[\s.!]*"
    r"|(?:j['\u2019]ai\s+besoin\s+de|il\s+me\s+faut)\s+(?:un\s+peu\s+)?plus\s+de\s+temps[\s.!]*"
    r"|(?:posso|possiamo|potrei|potremmo)\s+avere\s+(?:pi\u00f9|altro)\s+tempo[\s.!?]*|(?:chiedo|vorrei)\s+una\s+proroga(?:\s+di\s+\w+\s+\w+)?[\s.!]*"
    r"|(?:mi\s+serve|ho\s+bisogno\s+di)\s+pi\u00f9\s+tempo[\s.!]*|(?:yo\s+)?necesito\s+m\u00e1s\s+tiempo[\s.!]*|(?:eu\s+)?preciso\s+de\s+mais\s+tempo[\s.!]*"
    r"|(?:pode(?:m|ria)?)\s+(?:adiar|prorrogar)\s+[\w\s]{3,40}[\s.!?]*|ik\s+heb\s+(?:wat\s+)?meer\s+tijd\s+nodig[\s.!]*|mag\s+ik\s+(?:\w+\s+\w+\s+)?uitstel[\s.!?]*"
    r"|(?:potrzebuj\u0119|prosz\u0119\s+o)\s+wi\u0119cej\s+czasu[\s.!]*|prosz\u0119\s+o\s+przed\u0142u\u017cenie(?:\s+terminu)?[\s.!]*"
    r"|(?:jag\s+)?beh\u00f6ver\s+mer\s+tid[\s.!]*|kan\s+(?:jag|vi)\s+f\u00e5\s+mer\s+tid[\s.!?]*|biraz\s+daha\s+(?:zaman|s\u00fcre)\s+(?:istiyorum|l\u00e2z\u0131m|laz\u0131m)[\s.!]*"
    r"|(?:bitte\s+)?(?:die\s+frist\s+)?(?:bitte\s+)?um\s+\w+\s+(?:tage?|stunden?|wochen?)\s+verl\u00e4ngern[\s.!]*"
    r"|(?:ich\s+)?bitte\s+um\s+(?:eine\s+)?fristverl\u00e4ngerung(?:\s+(?:um|von)\s+\w+\s+\w+)?[\s.!]*"
    r"|(?:pouvez-vous|peut-on|merci\s+de)\s+(?:prolonger|repousser|reporter)\s+[\w\s'\u2019]{3,40}[\s.!?]*"
    r"|(?:por\s+favor,?\s+)?(?:puede[ns]?|podr\u00eda[ns]?)\s+(?:ampliar|prorrogar|aplazar)\s+[\w\s]{3,40}[\s.!?]*)",
    re.IGNORECASE,
)

WITHIN_MORE = (
    r"(?:more time|an? (?:short |small )?extension|(?:\w+ )?more days?"
    r"|(?:extend|postpone|delay|push back) (?:the|this|our) \w+)"
)
"""Words for it in the middle of a line that says other things, too."""
ORDERS_LATER = (
    r"\b(?:(?:i|we|i'll|we'll) (?:(?:will|shall|can) )?(?:only )?send (?:you )?(?:my|our|the) (?:orders|letter|sheet)"
    r"|(?:my|our) (?:orders|letter|sheet) (?:will|shall) (?:only )?(?:come|arrive|follow|be sent|be late))"
    r"\b.*\b(?:by|on|at|until|before|after|late|later|tomorrow|next)\b"
)
"""`I will send my orders by Friday`: a later deadline, which a player may tell (17.2 of Absence of Plague)."""
LATE_TELLS = "LATE and how much time asks the GameMaster for it: LATE 2 days. The GameMaster writes EXTEND."
