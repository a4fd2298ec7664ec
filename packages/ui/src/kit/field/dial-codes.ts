import { locales } from '@clearcall/i18n/language.ts';
import { pageLanguage } from '../text/translate.ts';

// Country calling codes by ISO 3166-1 code. Source: ITU-T E.164 list of assigned country codes. Of countries that share a
// code the one that most people look for comes first; islands that have an area of North America's code to themselves are
// known by that area too.
const table =
  'AF93 AL355 DZ213 AD376 AO244 AR54 AM374 AU61 AT43 AZ994 BH973 BD880 BY375 BE32 BZ501 BJ229 BT975 BO591 BA387 ' +
  'BW267 BR55 BN673 BG359 BF226 BI257 CV238 KH855 CM237 CA1 CF236 TD235 CL56 CN86 CO57 KM269 CG242 CD243 CR506 CI225 ' +
  'HR385 CU53 CY357 CZ420 DK45 DJ253 EC593 EG20 SV503 GQ240 ER291 EE372 SZ268 ET251 FO298 FJ679 FI358 FR33 GF594 ' +
  'GA241 GM220 GE995 DE49 GH233 GI350 GR30 GL299 GP590 GT502 GN224 GW245 GY592 HT509 HN504 HK852 HU36 IS354 IN91 ' +
  'ID62 IR98 IQ964 IE353 IL972 IT39 JP81 JO962 KE254 KI686 KR82 KW965 KG996 LA856 LV371 LB961 LS266 LR231 LY218 ' +
  'LI423 LT370 LU352 MO853 MG261 MW265 MY60 MV960 ML223 MT356 MQ596 MR222 MU230 MX52 MD373 MC377 MN976 ME382 MA212 ' +
  'MZ258 MM95 NA264 NP977 NL31 NC687 NZ64 NI505 NE227 NG234 MK389 NO47 OM968 PK92 PS970 PA507 PG675 PY595 PE51 PH63 ' +
  'PL48 PT351 QA974 RE262 RO40 RU7 RW250 WS685 SM378 ST239 SA966 SN221 RS381 SC248 SL232 SG65 SK421 SI386 SB677 ' +
  'SO252 ZA27 SS211 ES34 LK94 SD249 SR597 SE46 CH41 SY963 TW886 TJ992 TZ255 TH66 TL670 TG228 TO676 TN216 TR90 TM993 ' +
  'UG256 UA380 AE971 GB44 US1 UY598 UZ998 VU678 VE58 VN84 XK383 YE967 ZM260 ZW263 ' +
  'AG1268 AX358 BB1246 BL590 BM1441 BQ599 BS1242 CC61 CK682 CW599 CX61 DM1767 DO1809 EH212 FK500 FM691 GD1473 GG44 GU1671 ' +
  'IM44 IO246 JE44 JM1876 KN1869 KP850 KY1345 KZ7 LC1758 MF590 MH692 MP1670 MS1664 NF672 NR674 NU683 PF689 PM508 PN64 ' +
  'PR1787 PW680 SH290 SJ47 SX1721 TC1649 TK690 TT1868 TV688 VA39 VC1784 VG1284 VI1340 WF681 YT262';

/** The prefix a number gets unless another one is chosen. Source: Requirements 1, 9.2. */
export const defaultDialCode = '+32';

export interface DialCode {
  /** '+32' */
  code: string;
  /** 'Belgium'; countries that share a code stand together. */
  countries: string;
}

let known: readonly DialCode[] | null = null;

/** All calling codes with their countries, by name. */
export function dialCodes(): readonly DialCode[] {
  if (known) return known;
  const names = new Intl.DisplayNames(locales[pageLanguage()], { type: 'region' });
  const countriesOf = new Map<string, string[]>();
  for (const entry of table.split(' ')) {
    const code = `+${entry.slice(2)}`;
    countriesOf.set(code, [
      ...(countriesOf.get(code) ?? []),
      names.of(entry.slice(0, 2)) ?? entry.slice(0, 2),
    ]);
  }
  known = [...countriesOf]
    .map(([code, countries]) => ({ code, countries: countries.join(', ') }))
    .sort((one, other) => one.countries.localeCompare(other.countries));
  return known;
}
