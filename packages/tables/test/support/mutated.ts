import { bytesOf } from './bytes.ts'

const TEXTS = [
  ['a.csv', 'Name;Kosten;Bis\r\n"Jira; ""neu""";1.234,50;31.12.2026\r\nWiki;3,2;05.01.2027\r\n'],
  [
    'fields.csv',
    'Name,ID,Source ID,Description,Status,Owner,Experts,Tags,Links,Vendor,Renewal,Cost per month,Currency\n' +
      '=1+1,,a-1,<b>Text</b>,active,Ann,"Ann, Bob","one, two",https://a.example/,+49 30,2026-02-28,12.50,EUR\n' +
      '\u202eikiW,5,a-2,@SUM(A1),live,ann@example.com,,#x,javascript:alert(1),-5,31/02/2026,-1,Euro\n',
  ],
  ['a.tsv', 'Name\tOwner\nJira\tann@example.com\n"a\nb"\tx\n'],
  ['a.json', '[{"name":"Jira","tags":["a"],"owner":{"email":"ann@example.com"}},{"name":"Wiki","cost":1e3}]'],
  ['a.jsonl', '{"name":"Jira"}\n{"name":"Wiki","x":[1,{"y":null}]}\n'],
  [
    'catalog-info.yaml',
    'apiVersion: backstage.io/v1alpha1\nkind: Component\nmetadata: &m\n  name: a\n  tags: [x, y]\nspec:\n  owner: *m\n---\n- {a: "b"}\n',
  ],
] as const

/** The rows of a small workbook. */
export const WORKBOOK_ROWS = [
  ['Name', 'Cost'],
  ['Jira', 5],
  ['<&>', new Date(0)],
  [true, '_x000D_'],
]

/** A small file of each format that is read, the workbook among them. */
export const smallFiles = (workbook: Uint8Array): readonly (readonly [name: string, bytes: Uint8Array])[] => [
  ['a.xlsx', workbook],
  ...TEXTS.map(([name, text]) => [name, bytesOf(text)] as const),
]

/** Up to eight changes: a byte is another, a stretch is missing, doubled, or in another place. */
export function mutated(bytes: Uint8Array, random: (below: number) => number): Uint8Array<ArrayBuffer> {
  let file = Array.from(bytes)
  for (let change = random(8) + 1; change > 0; change -= 1) {
    const at = random(file.length + 1)
    const stretch = file.slice(at, at + random(40))
    const before = file.slice(0, at)
    const after = file.slice(at)
    const kind = random(5)
    if (kind === 0) file = [...before, random(256), ...after.slice(1)]
    else if (kind === 1) file = [...before, ...after.slice(stretch.length)]
    else if (kind === 2) file = [...before, ...stretch, ...after]
    else if (kind === 3)
      file = [...before, ...Array.from({ length: random(300) }, () => file[at] ?? 0x5b), ...after]
    else file = [...before, ...file.slice(random(file.length + 1)), ...after].slice(0, 5_000)
  }
  return Uint8Array.from(file)
}

/** The same chances in every run (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(below, 1)
  }
}
