// Compiled from packages/i18n/catalogue/cutoffs/en.po: node tools/check-texts.ts --write
export default {
  "cutoffs.amount.date": ["This is a date, not an amount. Enter an amount in digits."],
  "cutoffs.amount.negative": ["An amount cannot be negative. Enter 0 or more."],
  "cutoffs.amount.noNumber": ["‘",["typed"],"’ is not an amount. Enter digits, without a unit."],
  "cutoffs.amount.tooFine": ["An amount has at most ",["n","number"]," decimals. Round it."],
  "cutoffs.amount.tooLarge": ["An amount has at most ",["n","number"]," digits before the decimal point. Enter a smaller one."],
  "cutoffs.paste.closed": ["The partition is closed for this cut-off. Open it first."],
  "cutoffs.paste.tooHigh": ["The pasted table has ",["n","plural",{"one":["#"," row"],"other":["#"," rows"]}],", but the grid has only ",["room","number"]," from here on. Start further up."],
  "cutoffs.paste.tooWide": ["The pasted table has ",["n","plural",{"one":["#"," column"],"other":["#"," columns"]}],", but the grid has only ",["room","number"]," from here on. Start further left."],
  "cutoffs.paste.twice": ["The pasted table has ",["name"]," twice. Remove one of its rows."],
  "cutoffs.paste.unknown": ["The call has no partition named ‘",["name"],"’. Add it, or remove its row from the table."],
  "cutoffs.pattern.noStart": ["No cut-off is before the first one, so its start is not known. Enter how many days each cut-off is open."],
  "cutoffs.pattern.none": ["The call already has all these cut-offs, or no cut-off is between these days. Choose other days."],
  "cutoffs.pattern.tooMany": ["A call has at most ",["n","number"]," cut-offs and has ",["known","number"]," already. Choose an earlier last day or more months between them."],
};
