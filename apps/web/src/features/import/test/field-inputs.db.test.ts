import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Field, inputFile, openField } from './whole-way.ts'

// Files that others made, from their bytes to records, each in an account that nothing was changed in.

let field: Field
beforeAll(async () => {
  field = await openField()
})
afterAll(() => field?.close())

const effects = (rows: readonly { effect: string }[]) => rows.map(({ effect }) => effect)

describe('documents that programs write', () => {
  it.each([
    ['agent-card.json', { name: 'Travel planner' }],
    ['mcp-server.json', { name: 'Ticket desk' }],
    ['mcp-registry-servers.json', { name: 'ledger' }],
  ])('%s becomes an agent', async (file, record) => {
    const { rows, records } = await field.importFile(inputFile(`known-shapes-refused/${file}`), 'agent')
    expect(effects(rows)).not.toContain('error')
    expect(records).toContainEqual(expect.objectContaining(record))
  })

  it('a configuration of MCP servers becomes agents, without their secrets', async () => {
    const { preview, records } = await field.importFile(inputFile('mcp-json/mcp.json'), 'agent')
    expect(records.map(({ name }) => name)).toEqual(['github', 'jira', 'postgres-reporting'])
    expect(preview.leftOut).toContainEqual(expect.objectContaining({ because: 'secret' }))
  })

  it('agents of a Backstage catalog are read beside other entities, which are named', async () => {
    const alone = await field.importFile(inputFile('backstage-ai/ai-resource.yaml'), 'agent')
    expect(alone.records).toHaveLength(2)
    const mixed = await field.importFile(inputFile('backstage-ai/catalog-mixed.yaml'), 'agent')
    expect(mixed.records.length).toBeGreaterThan(0)
    expect(mixed.preview.leftOut).not.toEqual([])
  })

  it.each(['n8n-workflow.json', 'n8n-workflow-untagged.json'])('%s becomes one automation', async (file) => {
    const { records } = await field.importFile(inputFile(`n8n-file/${file}`), 'automation')
    expect(records).toEqual([
      expect.objectContaining({ name: 'Invoice reminder', source_id: 'Wq3kZx9inv0ice01', links: [] }),
    ])
  })

  it('applications of Microsoft Graph keep their id, and no date or switch is guessed', async () => {
    const { columns, records } = await field.importFile(
      inputFile('graph-applications/graph-applications.json'),
      'system',
      { fields: [{ name: 'GDPR relevant', type: 'yes_no' }] },
    )
    expect(Object.values(columns)).not.toContain('renews_on')
    expect(records.length).toBeGreaterThan(0)
    for (const record of records)
      expect(record).toMatchObject({ renews_on: null, own: {}, source_id: expect.any(String) })
  })

  it('rows of ServiceNow are read by their display values', async () => {
    const { records } = await field.importFile(
      inputFile('servicenow-display-values/servicenow.json'),
      'system',
    )
    expect(records).toContainEqual(
      expect.objectContaining({ owner: 'Ann Example', vendor: 'Datev', links: [] }),
    )
  })
})

describe('tables', () => {
  it('words for nothing are empty', async () => {
    const { plan, records } = await field.importFile(inputFile('empty-words/glpi.csv'), 'system')
    expect(plan.people).toEqual([])
    expect(records).toMatchObject([
      { name: 'File share', description: '', renews_on: null, cost_per_month: null, owner: null },
      { name: 'Mail server', renews_on: '2027-07-01', owner: 'Ann Example' },
      { name: 'Proxy', renews_on: '2027-07-01', owner: null },
      { name: 'VPN', renews_on: null, owner: null },
    ])
  })

  it('a file of Excel for Mac has its letters', async () => {
    const { records } = await field.importFile(inputFile('encoding-mac/mac.csv'), 'system')
    expect(records).toContainEqual(
      expect.objectContaining({
        name: 'Münchner Lösung',
        description: 'Übersicht für Prüfer',
        cost_per_month: 1250.5,
      }),
    )
  })

  it('fields of the account are matched by their names', async () => {
    const { columns, records } = await field.importFile(
      inputFile('fields-not-loaded-yet/race1.csv'),
      'system',
      {
        fields: [
          { name: 'Has backup', type: 'yes_no' },
          { name: 'Cutover', type: 'date' },
        ],
      },
    )
    expect(columns).toEqual({ Name: 'name', 'Has backup': 'own.has_backup', Cutover: 'own.cutover' })
    expect(records[0]).toMatchObject({ own: { has_backup: true, cutover: '2026-12-01' } })
  })

  it('dates under unknown heads are no contract ends', async () => {
    const { columns, records } = await field.importFile(inputFile('guessed-renewals/created.csv'), 'system')
    expect(columns).toEqual({ Name: 'name', Created: null, 'Last seen': null })
    expect(records).toMatchObject([{ renews_on: null }, { renews_on: null }])
  })

  it('people are found in the spellings of directories', async () => {
    const { plan, records } = await field.importFile(inputFile('owners-by-words/owners.csv'), 'system', {
      members: ['Ben Sample'],
    })
    expect(Object.fromEntries(records.map(({ name, owner }) => [name, owner]))).toEqual({
      Archive: 'Ann Example',
      'Door locks': null,
      Payroll: 'Ann Example',
      'Phone system': null,
      'Ticket desk': 'Ben Sample',
      Wiki: 'Ann Example',
    })
    expect(records).toContainEqual(
      expect.objectContaining({ name: 'Payroll', experts: ['Ann Example', 'Ben Sample'] }),
    )
    expect(plan.people.map(({ word }) => word)).toContain('ORCHARD\\ann')
  })

  it('an export of PowerShell keeps name and id, and nothing of its objects', async () => {
    const { records } = await field.importFile(inputFile('powershell-export/powershell.csv'), 'system')
    expect(records).toMatchObject([
      { name: 'HR sync', source_id: '11111111-2222-4333-8444-666666666666', renews_on: null, owner: null },
      { name: 'Travel bot', source_id: '11111111-2222-4333-8444-555555555555', renews_on: null, owner: null },
    ])
  })

  it('several columns of one head are one list', async () => {
    const { records } = await field.importFile(inputFile('repeated-heads/jira.csv'), 'system', {
      members: ['Ben Example'],
    })
    expect(records).toContainEqual(
      expect.objectContaining({
        name: 'Payroll',
        tags: ['finance', 'gdpr', 'hr'],
        owner: 'Ann Example',
        source_id: 'APP-1',
      }),
    )
  })

  it('a space may stand before a quote', async () => {
    const { records } = await field.importFile(inputFile('space-before-quote/spaced-quotes.csv'), 'system')
    expect(records).toMatchObject([
      { name: 'Desk', description: 'Two\nlines', vendor: 'Help AG', cost_per_month: 7.25 },
      { name: 'Mail', description: 'Mail, calendar and tasks', vendor: 'Example, Inc.' },
      { name: 'Wiki', description: 'Says "hello"' },
    ])
  })

  it('a sum is no record', async () => {
    const { preview, records } = await field.importFile(
      inputFile('totals-and-heads/three-heads.csv'),
      'system',
    )
    expect(records.map(({ name }) => name)).toEqual(['Mail', 'Wiki'])
    expect(preview.oddRows).not.toEqual([])
  })

  it('a link behind a text of a spreadsheet is the link', async () => {
    const { preview, records } = await field.importFile(
      inputFile('xlsx-links-errors-hidden/links-errors-hidden.xlsx'),
      'system',
    )
    expect(records.flatMap(({ links }) => links)).not.toEqual([])
    expect(preview.problems.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['formula_error', 'hidden_rows']),
    )
  })

  it('yes and no are read as programs write them', async () => {
    const { rows, records } = await field.importFile(inputFile('yes-no-words/booleans2.csv'), 'system', {
      fields: [
        { name: 'Is public', type: 'yes_no' },
        { name: 'In scope', type: 'yes_no' },
      ],
    })
    expect(effects(rows)).not.toContain('error')
    expect(records.map(({ own }) => own)).toMatchObject([
      { is_public: true, in_scope: false },
      ...Array.from({ length: 7 }, () => ({ is_public: false, in_scope: true })),
    ])
  })
})
