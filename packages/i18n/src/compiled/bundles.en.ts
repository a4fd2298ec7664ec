// Compiled from packages/i18n/catalogue/bundles/en.po: node tools/check-texts.ts --write
export default {
  "bundles.missing.cut": ["The portal could not read it to its end. The file in this folder is not complete. Download it again in a few minutes."],
  "bundles.missing.failed": ["The portal could not open it. Try again in a few minutes."],
  "bundles.missing.gone": ["The portal no longer has this file."],
  "bundles.missing.head": ["These files are missing here or are not complete:"],
  "bundles.missing.inTheMaking": ["The portal is still making this PDF. Download it again in a few minutes."],
  "bundles.missing.line": [["file"],": ",["reason"]],
  "bundles.missing.name": ["Missing files.txt"],
  "bundles.readMe": ["Files of the applications for ",["call"]," that you can download, as they were on ",["at"],". There is one folder for each application, named by its ID. They hold personal data: delete them when you no longer need them."],
};
