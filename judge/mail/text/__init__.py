"""WHAT ITS WRITER WROTE: from the parts of a mail to lines, without quotations, signatures and the wrapping of mail
programs.
"""
