// Compiled from packages/i18n/catalogue/cutoffs/de.po: node tools/check-texts.ts --write
export default {
  "cutoffs.amount.date": ["Das ist ein Datum, keine Menge. Geben Sie eine Menge in Ziffern ein."],
  "cutoffs.amount.negative": ["Eine Menge kann nicht negativ sein. Geben Sie 0 oder mehr ein."],
  "cutoffs.amount.noNumber": ["‚",["typed"],"‘ ist keine Menge. Geben Sie Ziffern ohne Einheit ein."],
  "cutoffs.amount.tooFine": ["Eine Menge hat höchstens ",["n","number"]," Nachkommastellen. Runden Sie sie."],
  "cutoffs.amount.tooLarge": ["Eine Menge hat höchstens ",["n","number"]," Ziffern vor dem Komma. Geben Sie eine kleinere ein."],
  "cutoffs.paste.closed": ["Die Partition ist für diesen Stichtag geschlossen. Öffnen Sie sie zuerst."],
  "cutoffs.paste.tooHigh": ["Die eingefügte Tabelle hat ",["n","plural",{"one":["#"," Zeile"],"other":["#"," Zeilen"]}],", das Raster ab hier aber nur ",["room","number"],". Beginnen Sie weiter oben."],
  "cutoffs.paste.tooWide": ["Die eingefügte Tabelle hat ",["n","plural",{"one":["#"," Spalte"],"other":["#"," Spalten"]}],", das Raster ab hier aber nur ",["room","number"],". Beginnen Sie weiter links."],
  "cutoffs.paste.twice": ["Die eingefügte Tabelle enthält ",["name"]," zweimal. Entfernen Sie eine der Zeilen."],
  "cutoffs.paste.unknown": ["Die Ausschreibung hat keine Partition namens ‚",["name"],"‘. Fügen Sie sie hinzu, oder entfernen Sie die Zeile aus der Tabelle."],
  "cutoffs.pattern.noStart": ["Vor dem ersten Stichtag gibt es keinen anderen, daher ist sein Beginn nicht bekannt. Geben Sie ein, wie viele Tage jeder Stichtag geöffnet ist."],
  "cutoffs.pattern.none": ["Die Ausschreibung hat alle diese Stichtage schon, oder zwischen diesen Tagen liegt keiner. Wählen Sie andere Tage."],
  "cutoffs.pattern.tooMany": ["Eine Ausschreibung hat höchstens ",["n","number"]," Stichtage und schon ",["known","number"],". Wählen Sie einen früheren letzten Tag oder mehr Monate dazwischen."],
};
