import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchNames, type WrittenName } from './match-names.ts';

const account = (firstName: string, lastName: string): WrittenName => ({
  whole: `${firstName} ${lastName}`,
  last: lastName,
});
const etienne = account('Étienne', 'Bourgoin-Lacaze');
const guenther = account('Günther', 'Überlacker');
const ada = account('Ada', 'Lovelace');

describe('names of one person', () => {
  it.each([
    ['Étienne Bourgoin-Lacaze', etienne, 'name'],
    ['BOURGOIN-LACAZE, Étienne', etienne, 'name'],
    ['Étienne Bourgoin-Lacaze'.normalize('NFD'), etienne, 'name'],
    ['Prof. Dr.-Ing. Étienne Bourgoin-Lacaze', etienne, 'name'],
    ['Étienne Lacaze', etienne, 'name'],
    ['Étienne\u200b Bourgoin\u00adLacaze', etienne, 'name'],
    ['Etienne Bourgoin Lacaze', etienne, 'spelling'],
    ['Étienne BourgoinLacaze', etienne, 'name'],
    ['E. Bourgoin-Lacaze', etienne, 'initials'],
    ['Bourgoin-Lacaze E', etienne, 'initials'],
    ['Dr. É. Bourgoin', etienne, 'initials'],
    ['Bourgoin', etienne, 'last_name'],
    ['Brandenburger', account('Henrike', 'Brandenburger'), 'last_name'],
    ['Henrike Branden\u00adburger', account('Henrike', 'Brandenburger'), 'name'],
    ['Prof. Grzegorczyk', account('Paweł', 'Grzegorczyk'), 'last_name'],
    ['Paweł Grze\u200bgorczyk', account('Paweł', 'Grzegorczyk'), 'name'],
    ['Pawel Grzegorczyk', account('Paweł', 'Grzegorczyk'), 'spelling'],
    ['Guenther Ueberlacker', guenther, 'spelling'],
    ['Gunther Uberlacker', guenther, 'spelling'],
    ['Dr. rer. nat. Ueberlacker', guenther, 'last_name'],
    ['Dr. h.c. mult. Ueberlacker', guenther, 'last_name'],
    ['Soeren Kjaersgaard', account('Søren', 'Kjærsgaard'), 'spelling'],
    ['Soren Kjærsgård', account('Søren', 'Kjærsgaard'), 'spelling'],
    ['Freja Lindqvist Aahl', account('Freja', 'Lindqvist Åhl'), 'spelling'],
    ['Strauss', account('Anna', 'Strauß'), 'last_name'],
    ['Aoife OBrien', account('Aoife', 'O’Brien'), 'name'],
    ['Aoife O Brien', account('Aoife', "O'Brien"), 'name'],
    ['Jeannoel Wagener', account('Jean-Noël', 'Wagener'), 'spelling'],
    ['J.-N. Wagener', account('Jean-Noël', 'Wagener'), 'initials'],
    ['Th. Müller', account('Thomas', 'Mueller'), 'initials'],
    ['Djordje Djuric', account('Đorđe', 'Đurić'), 'spelling'],
    ['Ilkay Yildizhan', account('İlkay', 'Yıldızhan'), 'spelling'],
    ['van der Berg', account('Jan', 'van der Berg'), 'last_name'],
    ['Jan Vanderberg', account('Jan', 'van der Berg'), 'name'],
    ['Γιώργος Παπαδόπουλος', account('Giorgos', 'Papadopoulos'), 'spelling'],
    ['Παπαδόπουλος', account('Giorgos', 'Papadopoulos'), 'last_name'],
    ['Γ. Παπαδόπουλος', account('Giorgos', 'Papadopoulos'), 'initials'],
    ['Юрий Щербаков', account('Yuri', 'Shcherbakov'), 'spelling'],
    ['Сергей Ковалёв', account('Sergei', 'Kovalyov'), 'spelling'],
    ['Ada King Lovelace', ada, 'name'],
    ['A. K. Lovelace', ada, 'initials'],
    ['王伟', account('', '王伟'), 'name'],
    ['Prof. Sukarno', account('', 'Sukarno'), 'name'],
    ['Ahmed Sukarno', { whole: 'Sukarno' }, 'last_name'],
  ] as const)('%s', (written, person, how) => {
    expect(matchNames(person, { whole: written })).toBe(how);
  });
});

describe('names of different people', () => {
  it.each([
    ['', ada],
    ['Ada', ada],
    ['A. L.', ada],
    ['Prof. Dr.', ada],
    ['Adam Lovelace', ada],
    ['Ada Byron', ada],
    ['L. Lovelace', ada],
    ['B. Lovelace', ada],
    ['Lovelace Byron', ada],
    ['Hans Möller', account('Hans', 'Müller')],
    ['Hans Meier', account('Hans', 'Meyer')],
    ['Maria de la Torre', account('Juan', 'de la Cruz')],
    ['de la', account('Juan', 'de la Cruz')],
    ['Henrike Brandenburg', account('Henrike', 'Brandenburger')],
    ['Wei Wan', account('Wei', 'Wang')],
    ['Martin Schmid', account('Maria', 'Schmidt')],
    ['Иванов Пётр', account('Ivan', 'Petrov')],
    ['Ada Ada', ada],
    ['- . ,', ada],
    ['Somebody', account('', '')],
  ])('%s', (written, person) => {
    expect(matchNames(person, { whole: written })).toBe(null);
  });
});

describe('any two names', () => {
  const letters = fc.constantFrom(...'abemnorstuxäöüßæøåłđéıαβγουχжщюя');
  const word = fc.string({ unit: letters, minLength: 2, maxLength: 6 });
  const name = fc.array(word, { minLength: 1, maxLength: 4 });
  const people = fc.record({
    whole: name.map((words) => words.join(' ')),
    last: fc.option(word, { nil: undefined }),
  });
  const written = people.map(({ whole, last }) => (last === undefined ? { whole } : { whole, last }));

  it('match whichever is asked about the other', () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        expect(matchNames(one, other)).toBe(matchNames(other, one));
      }),
    );
  });

  it('match themselves, in any order and with anything invisible between the letters', () => {
    fc.assert(
      fc.property(name, fc.constantFrom('', '\u00ad', '\u200b', '’'), (words, between) => {
        const turned = words.toReversed().map((one) => [...one].join(between));
        expect(matchNames({ whole: words.join(' ') }, { whole: turned.join(', ') })).not.toBe(null);
      }),
    );
  });

  it('are compared in no time, however many initials were typed', () => {
    const many = { whole: 'a '.repeat(100) };
    expect(matchNames(many, many)).toBe(null);
  });
});
