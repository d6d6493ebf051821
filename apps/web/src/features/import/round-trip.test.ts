import { writeTable } from '@cairn/tables/write-table'
import { LANGUAGES, type Language, textsOf } from '@cairn/workspace/languages/languages'
import { EXPORT_FORMATS, EXPORT_SEPARATORS, type ExportShape } from '@cairn/workspace/port/exports'
import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { FieldType } from '@cairn/workspace/port/records/fields'
import { exportedCells } from '@cairn/workspace/rules/export-cells'
import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { builtInFields, ownField } from '@/catalogue/fields/field.ts'
import { allColumns, idColumns } from '@/catalogue/list/export/export-columns.ts'
import { firstMapping } from './matching/first-mapping.ts'
import { importTargets } from './matching/import-targets.ts'
import { createTableSession } from './reading/table-session.ts'

const ID = '00000000-0000-4000-8000-0000000005a1'
/** The columns of an export that an import does not write. */
const TOLD_ALONE = ['created', 'updated', 'lastPublisher', 'lastRun', 'lastUsed', 'related_systems']

const own = (key: string, type: FieldType, choices: readonly string[] = []) =>
  ownField({
    ...{ id: key, kind: 'system', key, name: `My ${key}`, type, help: '', unit: '', recordKind: null },
    ...{ required: false, defaultValue: null, section: '', isRetired: false, deletedAt: null },
    ...{ version: '1', place: 0 },
    choices: choices.map((name, index) => ({ id: `choice-${index}`, name, color: 'blue', isRetired: false })),
  })
const OWN = [
  own('note', 'long_text'),
  own('rooms', 'number'),
  own('checked', 'yes_no'),
  own('since', 'date'),
  own('place', 'choice', ['=Berlin; "Mitte"', 'No, thanks']),
  own('places', 'choices', ['Paris, France', 'a;b|c']),
]

/** Rows as the database has them, with texts that spreadsheets, marks and people make difficult. */
const ROWS = [
  {
    ...{ id: ID, imported_from: 'CMDB', source_id: '+0042' },
    ...{ name: '=HYPERLINK("http://evil.test","x")', status: 'maintenance', vendor: '@acme' },
    description: '-1\tand "so",\nin two; lines|\u200f\u05e9\u05dc\u05d5\u05dd\u200e',
    owner: 'Uma, User <uma@acme.test>',
    experts: ['Doe, Jane', 'Vic Viewer <vic@acme.test>'],
    tags: ['a;b|c', 'one'],
    depends_on: ['Ledger, old', 'agent: Helper; "two"'],
    ...{ criticality: 'high', data_class: 'internal', lifecycle: 'phasing_out', department: "'=quoted" },
    ...{ cost_per_month: 1234.5, cost_currency: 'EUR', renews_on: '2026-12-31' },
    links: [
      { purpose: 'docs', title: 'T', url: 'https://a.test/x;y,z|1' },
      { purpose: 'other', title: '', url: 'https://b.test/' },
    ],
    own: {
      ...{ note: '\u202ertl\u202c, "q"', rooms: 1.234, checked: true, since: '2026-01-02' },
      ...{ place: 'choice-0', places: ['choice-0', 'choice-1'] },
    },
    ...{ source: 'Zapier', platform: 'OpenAI', webhook_url: 'https://hook.test/1' },
    ...{ use_cases: ['pay; later', 'ask'], users: ['Sales, EU', 'all'], related_systems: ['Ledger'] },
    ...{ created_at: '2026-11-23T10:11:12.123456+00:00', updated_at: '2026-11-23T10:11:12.123456+00:00' },
    ...{ publisher: 'Mia Manager', last_run: null, last_used: null },
  },
  {
    ...{ id: ID.replace('a1', 'a2'), name: '007', status: 'active', own: { checked: false, rooms: -0.5 } },
    ...{ source: 'Other', platform: 'Custom', cost_per_month: 12, cost_currency: 'EUR' },
    ...{ created_at: '2026-11-23T10:11:12+00:00', updated_at: '2026-11-23T10:11:12+00:00' },
  },
]

/** The values that an import must send for these rows. */
const SENT: readonly Record<string, unknown>[] = [
  {
    ...ROWS[0],
    owner: 'uma@acme.test',
    experts: ['Doe, Jane', 'vic@acme.test'],
    links: ['https://a.test/x;y,z|1', 'https://b.test/'],
  },
  { ...ROWS[1] },
]

let texts: ReadonlyMap<Language, Readonly<Record<string, string>>>
beforeAll(async () => {
  texts = new Map(
    await Promise.all(LANGUAGES.map(async (language) => [language, await textsOf(language)] as const)),
  )
})

async function wordsIn(language: Language) {
  const resources = Object.fromEntries([...texts].map(([lng, translation]) => [lng, { translation }]))
  const t = await createInstance().init({ lng: language, resources, keySeparator: false, nsSeparator: false })
  const namesOf = (phrase: string) => [
    ...new Set([phrase, ...[...texts.values()].flatMap((of) => of[phrase] ?? [])]),
  ]
  return { t, namesOf, people: [] }
}

async function bytesOf(shape: ExportShape): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: BlobPart[] = []
  const cells = ROWS.map((row) => exportedCells(row, shape.columns, shape.format))
  for await (const piece of writeTable(cells, shape)) pieces.push(piece.slice())
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/** Exports all columns of a kind in a language, and imports them again without manual changes. */
async function outAndIn(
  kind: CatalogueKind,
  language: Language,
  how: Omit<ExportShape, 'columns' | 'sheet'>,
) {
  const words = await wordsIn(language)
  const fields = [...builtInFields(words.t), ...OWN]
  const columns = [...idColumns(words.t), ...allColumns(kind, fields, words.t)]
  const targets = importTargets(kind, fields, words)
  const session = createTableSession(() => undefined)
  const bytes = await bytesOf({ ...how, sheet: 'S', columns })
  const preview = await session.read({ name: `x.${how.format}`, bytes }, {})
  const mapping = firstMapping(preview, targets, await session.match(targets), null)
  const inFile = columns.filter(({ key }) => preview.head?.includes(key) || how.format !== 'json')
  const uses = mapping.columns.map((use, at) => [inFile[at]?.key, use.use === 'field' ? use.key : use.use])
  return { mapping, uses, rows: await session.rows(mapping, targets, 0, 10) }
}

const WAYS = EXPORT_FORMATS.flatMap((format) =>
  (format === 'csv' ? EXPORT_SEPARATORS : ([','] as const)).map((separator) => ({ format, separator })),
)

test.each(LANGUAGES)('an export in %s comes back unchanged, without manual changes', async (language) => {
  for (const kind of CATALOGUE_KINDS)
    for (const how of WAYS) {
      const label = `${kind} ${how.format} ${how.separator}`
      const { mapping, uses, rows } = await outAndIn(kind, language, how)
      for (const [key, use] of uses)
        expect([label, key, use]).toEqual([label, key, TOLD_ALONE.includes(key ?? '') ? 'out' : key])
      expect([label, mapping.key]).toEqual([label, 'id'])
      rows.forEach(({ values }, at) => {
        for (const [key, value] of Object.entries(values))
          expect([label, key, value]).toEqual([label, key, wanted(at, key)])
      })
      expect(Object.keys(rows[0]?.values ?? {}).length).toBeGreaterThan(20)
    }
})

function wanted(at: number, key: string): unknown {
  const row = SENT[at]
  return key.startsWith('own.') ? Object(row?.['own'])[key.slice(4)] : row?.[key]
}
