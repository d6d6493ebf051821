import { phrase } from '@cairn/workspace/lib/phrase'
import type { FieldValues } from '@cairn/workspace/port/records/fields'
import type { RecordLink } from '@cairn/workspace/port/records/links'
import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { startTranslations } from '@/i18n/setup.ts'
import { builtInFields, type RecordField } from '../fields/field.ts'
import { fieldsToAsk } from '../fields/field-problem.ts'
import { recordForm, recordFormFields, recordInput } from './record-form.ts'
import { schemaWithFields } from './record-resolver.ts'

beforeAll(startTranslations)

const plain = z.object(recordFormFields({ required: phrase('Name'), tooLong: phrase('Name') }))

function parse(fields: FieldValues, links: readonly RecordLink[] = [], name = 'Payroll') {
  const schema = schemaWithFields(plain, builtInFields(i18next.t), i18next.t, 'en')
  const parsed = schema.safeParse({ ...recordForm(null), name, fields, links })
  if (parsed.success) return recordInput(parsed.data)
  return parsed.error.issues.map(({ path, message }) => `${path.join('/')}: ${message}`)
}

function vendor(): RecordField {
  const [first] = builtInFields(i18next.t)
  if (!first) throw new Error('There are no fields.')
  return first
}

describe('the form of a record', () => {
  test('sends all values, those of fields that it does not know included', () => {
    const fields = { vendor: 'Acme', 'own.retired': ['a', 'b'], 'own.old': false }
    expect(parse(fields)).toMatchObject({ fields })
    expect(parse({ vendor: '  ', department: ' Sales ', cost_per_month: 3 })).toMatchObject({
      fields: { department: 'Sales', cost_per_month: 3, cost_currency: 'EUR' },
    })
  })

  test('asks of a record without a value nothing that has become required since', () => {
    const seats: RecordField = { ...vendor(), key: 'own.seats', label: 'Seats', required: true }
    const answer = (had: FieldValues | null) => {
      const schema = schemaWithFields(plain, fieldsToAsk([seats], had), i18next.t, 'en')
      return schema
        .safeParse({ ...recordForm(null), name: 'Payroll' })
        .error?.issues.map(({ message }) => message)
    }
    expect(answer(null)).toEqual(['Seats is required.'])
    expect(answer({ 'own.seats': 'x' })).toEqual(['Seats is required.'])
    expect(answer({ vendor: 'Acme' })).toBeUndefined()
  })

  test('tells every fault at once, each at its field', () => {
    expect(parse({ cost_per_month: 'a lot', renews_on: '1800-01-01' }, [], ' ')).toEqual([
      'name: Name',
      'fields/cost_per_month: Enter a number.',
      'fields/renews_on: Enter a day between the years 1900 and 9999.',
    ])
  })

  test('sends links with an address, and leaves out lines without text', () => {
    const docs: RecordLink = { purpose: 'docs', title: ' Guide ', url: ' https://a.test ' }
    const blank: RecordLink = { purpose: 'chat', title: '', url: ' ' }
    expect(parse({}, [docs, blank])).toMatchObject({
      links: [{ purpose: 'docs', title: 'Guide', url: 'https://a.test' }],
    })
    expect(parse({}, [blank, { ...docs, url: 'javascript:alert(1)' }])).toEqual([
      'links/1/url: Enter a web address that begins with http:// or https://.',
    ])
    expect(parse({}, [{ ...docs, title: 'x'.repeat(121) }])).toEqual([
      'links/0/title: The title of a link must have at most 120 characters.',
    ])
  })
})
