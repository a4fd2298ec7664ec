// Compiled from packages/i18n/catalogue/cutoffs/fr.po: node tools/check-texts.ts --write
export default {
  "cutoffs.amount.date": ["Ceci est une date, pas une quantité. Saisissez une quantité en chiffres."],
  "cutoffs.amount.negative": ["Une quantité ne peut pas être négative. Saisissez 0 ou plus."],
  "cutoffs.amount.noNumber": ["« ",["typed"]," » n’est pas une quantité. Saisissez des chiffres, sans unité."],
  "cutoffs.amount.tooFine": ["Une quantité a au plus ",["n","number"]," décimales. Arrondissez-la."],
  "cutoffs.amount.tooLarge": ["Une quantité a au plus ",["n","number"]," chiffres avant la virgule. Saisissez-en une plus petite."],
  "cutoffs.paste.closed": ["La partition est fermée pour cette clôture. Ouvrez-la d’abord."],
  "cutoffs.paste.tooHigh": ["Le tableau collé a ",["n","plural",{"one":["#"," ligne"],"other":["#"," lignes"]}],", mais la grille n’en a que ",["room","number"]," à partir d’ici. Commencez plus haut."],
  "cutoffs.paste.tooWide": ["Le tableau collé a ",["n","plural",{"one":["#"," colonne"],"other":["#"," colonnes"]}],", mais la grille n’en a que ",["room","number"]," à partir d’ici. Commencez plus à gauche."],
  "cutoffs.paste.twice": ["Le tableau collé contient deux fois ",["name"],". Retirez l’une des lignes."],
  "cutoffs.paste.unknown": ["L’appel n’a pas de partition nommée « ",["name"]," ». Ajoutez-la, ou retirez sa ligne du tableau."],
  "cutoffs.pattern.noStart": ["Aucune clôture ne précède la première, dont le début n’est donc pas connu. Saisissez le nombre de jours d’ouverture de chaque clôture."],
  "cutoffs.pattern.none": ["L’appel a déjà toutes ces clôtures, ou aucune ne se trouve entre ces jours. Choisissez d’autres jours."],
  "cutoffs.pattern.tooMany": ["Un appel a au plus ",["n","number"]," clôtures et en a déjà ",["known","number"],". Choisissez un dernier jour plus tôt ou plus de mois entre elles."],
};
