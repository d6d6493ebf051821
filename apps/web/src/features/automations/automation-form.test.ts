import type { Automation } from '@cairn/workspace/port/records/automations'
import { describe, expect, test } from 'vitest'
import { automationFormSchema, changeOf, formOf, newAutomationOf } from './automation-form.tsx'

const valid = { ...formOf(null), name: 'Invoices' }

const automation: Automation = {
  id: 'a1',
  name: 'Invoices',
  description: 'Books them',
  ownerId: 'p1',
  accountId: 'a1',
  status: 'active',
  source: 'Make.com',
  webhookUrl: '',
  lastRun: null,
  createdBy: null,
  updatedBy: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  version: '1970-01-01',
  fields: {},
  tags: [],
  links: [],
}

function problems(form: object): unknown {
  const result = automationFormSchema.safeParse({ ...valid, ...form })
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('the form of an automation', () => {
  test('[OPEN-04] takes no webhook, or one that is safe to open', () => {
    expect(problems({ webhookUrl: '  ' })).toEqual([])
    expect(problems({ webhookUrl: ' https://hooks.zapier.com/x ' })).toEqual([])
  })

  test.each(['http://example.com', 'javascript:alert(1)', 'hooks.zapier.com/x', 'https://a:b@example.com/'])(
    '[OPEN-04] refuses the webhook %o',
    (webhookUrl) => {
      expect(problems({ webhookUrl })).toEqual([
        'webhookUrl: Enter a web address that begins with https://, or leave it empty.',
      ])
    },
  )

  test('[OPEN-03] asks for a name', () => {
    expect(problems({ name: ' ' })).toEqual(['name: Automation name is required'])
  })

  test('[AUTO-13] starts inactive, and sends no status for a new one', () => {
    expect(formOf(null).status).toBe('inactive')
    expect(newAutomationOf(valid)).toEqual({
      name: 'Invoices',
      description: '',
      ownerId: null,
      source: 'Zapier',
      webhookUrl: '',
      fields: {},
      links: [],
      tags: [],
    })
  })

  test('[GAP-11] starts with what is stored, and gives it back unchanged', () => {
    expect(changeOf(formOf(automation))).toEqual({
      name: 'Invoices',
      description: 'Books them',
      ownerId: 'p1',
      source: 'Make.com',
      webhookUrl: '',
      status: 'active',
      fields: {},
      links: [],
      tags: [],
    })
  })

  test('offers Other in the place of a source that it does not know', () => {
    expect(formOf({ ...automation, source: 'Carrier pigeon' }).source).toBe('Other')
  })
})
