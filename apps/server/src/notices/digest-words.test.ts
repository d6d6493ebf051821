import { describe, expect, test } from 'vitest'
import { digestWords, dueDigest } from './digest-words.ts'

interface ChangedField {
  key: string
  name: string | null
}

/** The line of a digest about one record of which these fields were changed. */
function line(language: string, fields: readonly ChangedField[]): unknown {
  const digest = dueDigest.parse({
    recipient: 'mia@acme.test',
    recipient_id: '00000000-0000-4000-8000-000000000001',
    recipient_name: 'Mia Example',
    language,
    concerned: { total: 0, unread: 0, items: [] },
    changed: {
      total: 1,
      items: [
        {
          record_kind: 'system',
          record_id: 's1',
          record_name: 'Ledger',
          actor_name: 'Ada Example',
          others: 0,
          fields,
        },
      ],
    },
  })
  const { changed } = digestWords(digest, { publicUrl: 'https://cairn.test', unsubscribeUrl: '' })
  return changed
}

const text = (said: string) => [{ text: said, url: 'https://cairn.test/systems?id=s1' }]
const builtIn = (key: string): ChangedField => ({ key, name: null })

describe('the digest of changed records', () => {
  const FIELDS = [builtIn('renews_on'), { key: 'own.seats', name: 'Seats' }, builtIn('own.gone')]

  test.each([
    ['en', 'Ledger: changed by Ada Example (Renewal or Contract End, Seats, Deleted field)'],
    ['de', 'Ledger: geändert von Ada Example (Verlängerung oder Vertragsende, Seats, Gelöschtes Feld)'],
    ['es', 'Ledger: cambios de Ada Example (Renovación o fin de contrato, Seats, Campo eliminado)'],
    [
      'fr',
      'Ledger\u202f: modifications par Ada Example (Renouvellement ou fin de contrat, Seats, Champ supprimé)',
    ],
  ])('names fields as the reader and the account call them, never by key: %s', (language, said) => {
    expect(line(language, FIELDS)).toEqual(text(said))
  })

  test('names five of many, each name once, and nothing that it has no word for', () => {
    const many = ['name', 'status', 'vendor', 'department', 'lifecycle', 'criticality', 'links'].map(builtIn)
    expect(line('en', many)).toEqual(
      text('Ledger: changed by Ada Example (Name, Status, Vendor, Department, Lifecycle, and 2 more)'),
    )
    expect(line('en', [builtIn('own.a'), builtIn('own.b'), builtIn('moon')])).toEqual(
      text('Ledger: changed by Ada Example (Deleted field)'),
    )
    expect(line('en', [builtIn('moon')])).toEqual(text('Ledger: changed by Ada Example'))
  })

  test('carries no link out of the name of a field', () => {
    expect(line('en', [{ key: 'own.x', name: 'https://evil.test' }])).toEqual(
      text('Ledger: changed by Ada Example'),
    )
  })
})
