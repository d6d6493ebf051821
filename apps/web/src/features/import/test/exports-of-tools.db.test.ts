import { afterAll, beforeAll, expect, it } from 'vitest'
import { bytesOf } from './becomes.ts'
import { type Field, openField } from './whole-way.ts'

// Exports in the manner of other tools, as they come: each row is a record, and the owner is found.

let field: Field
beforeAll(async () => {
  field = await openField()
})
afterAll(() => field?.close())

/** Bytes of a text whose letters beyond ASCII have one byte each. */
const single = (text: string, letters: Readonly<Record<string, number>>) =>
  Uint8Array.from([...text].map((letter) => letters[letter] ?? letter.charCodeAt(0)))

const GERMAN =
  'Name;Verantwortlich;Beschreibung\r\nLöhne;Ann Example;Für Prüfer\r\nÜbersicht;Example, Ann;Größe'

it.each<[string, string | Uint8Array<ArrayBuffer>, readonly string[]]>([
  [
    'ServiceNow',
    '"name","number","owned_by","operational_status","u_business_criticality","sys_updated_on"\n"Payroll","BA0001","Ann Example","Operational","1 - most critical","2026-11-02 08:15:00"\n"Desk","BA0002","","Retired","4 - not critical","2026-11-02 08:15:00"',
    ['Desk', 'Payroll'],
  ],
  [
    'applications of Entra',
    '\ufeff"displayName","appId","objectId","createdDateTime","homepage","owners"\n"Travel","0b0e3a52-59a5-4f0b-9a37-6a3a0a6d2f10","1b0e3a52-59a5-4f0b-9a37-6a3a0a6d2f10","1/2/2026","https://travel.example","Ann Example"\n"Wiki","2b0e3a52-59a5-4f0b-9a37-6a3a0a6d2f10","3b0e3a52-59a5-4f0b-9a37-6a3a0a6d2f10","12/31/2026","",""',
    ['Travel', 'Wiki'],
  ],
  [
    'applications of Okta',
    'Application ID,Label,Name,Status,Sign On Mode,Owner\n0oa1,Payroll,payroll_link,ACTIVE,SAML_2_0,ann example\n0oa2,Desk,desk_link,INACTIVE,BOOKMARK,',
    ['desk_link', 'payroll_link'],
  ],
  [
    'Airtable',
    'Name,Notes,Assignee,Status,Tags,"Attachments"\nPayroll,"Two\nlines",Ann Example,In progress,"hr,finance","a.pdf (https://files.example/a.pdf)"\nDesk,,,Todo,,',
    ['Desk', 'Payroll'],
  ],
  [
    'assets of Jira',
    'Key,Object Type,Name,Owner,Status,Labels,Labels\nITSM-1,Application,Payroll,Ann Example,In Use,hr,gdpr\nITSM-2,Application,Desk,,Retired,,',
    ['Desk', 'Payroll'],
  ],
  [
    'Notion in German',
    '\ufeffName,Verantwortlich,Stand,Schlagworte,Zuletzt bearbeitet\nLohn,Ann Example,In Betrieb,"hr, finanzen","29. November 2026 10:00"\nHilfe,,Geplant,,"1. Dezember 2026 09:30"',
    ['Hilfe', 'Lohn'],
  ],
  ['Excel in Windows-1252', single(GERMAN, { ö: 0xf6, ü: 0xfc, Ü: 0xdc, ß: 0xdf }), ['Löhne', 'Übersicht']],
  ['Excel in Mac Roman', single(GERMAN, { ö: 0x9a, ü: 0x9f, Ü: 0x86, ß: 0xa7 }), ['Löhne', 'Übersicht']],
  [
    'Excel in Shift-JIS',
    Uint8Array.from([
      ...[...'Name,Owner\r\n'].map((letter) => letter.charCodeAt(0)),
      ...[0x8c, 0x6f, 0x94, 0xef, 0x90, 0xb8, 0x8e, 0x5a],
      ...[...',Ann Example\r\nDesk,\r\n'].map((letter) => letter.charCodeAt(0)),
    ]),
    ['Desk', '経費精算'],
  ],
  [
    'a directory',
    'cn;description;managedBy\nPayroll;Wages;"CN=Example\\, Ann,OU=Staff,DC=orchard,DC=example"\nDesk;;',
    ['Desk', 'Payroll'],
  ],
])('%s', async (_, content, names) => {
  const { sum, plan, records } = await field.importFile(
    { name: 'export.csv', bytes: bytesOf(content) },
    'system',
    { members: ['Ben Sample'] },
  )
  expect(plan.summary).toMatchObject({ new: 2, error: 0 })
  expect(sum).toBe('Nothing was lost: 2 rows = 2 new.')
  expect(records.map(({ name }) => name)).toEqual(names)
  expect(records.map(({ owner }) => owner)).toContain('Ann Example')
})
