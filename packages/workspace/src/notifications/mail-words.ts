import { phrase } from '../lib/phrase.ts'
import { CATALOGUE_WORDS } from '../port/records/catalogue-words.ts'
import { CATALOGUE_KINDS, CATALOGUES } from '../port/records/catalogues.ts'
import type { Translate } from './translate.ts'

/** The word in mails for a name that cannot be shown. */
export const SOMEBODY = phrase('Someone')

export function oneOfYours(recordKind: string | null, t: Translate): string {
  const kind = CATALOGUE_KINDS.find((each) => each === recordKind)
  if (kind !== undefined) return t(CATALOGUE_WORDS[CATALOGUES[kind].feature].oneOfYours)
  return t(recordKind === 'article' ? phrase('one of your articles') : phrase('one of your records'))
}

/** A name, and the number of others. */
export function together(name: string, others: number, t: Translate): string {
  if (others === 0) return name
  return t('{{name}} and {{count}} others', {
    name,
    count: others,
    defaultValue_one: '{{name}} and {{count}} other',
  })
}

/** A subject of a mail that is about more than the one sentence. */
export function andMore(sentence: string, others: number, t: Translate): string {
  return t('{{sentence}}, and {{count}} more', { sentence, count: others })
}

export function furtherNotifications(count: number, t: Translate): string {
  return t('There are {{count}} more notifications.', {
    count,
    defaultValue_one: 'There is {{count}} more notification.',
  })
}

/** How many fields a line of the digest names. */
const NAMED_FIELDS = 5

/** A line of the digest: which record was changed, by whom, and which of its fields. */
export function changedBy(
  { record, people, fields }: { record: string; people: string; fields: readonly string[] },
  t: Translate,
): string {
  if (fields.length === 0) return t('{{record}}: changed by {{people}}', { record, people })
  const others = fields.length - NAMED_FIELDS
  const named = fields.slice(0, NAMED_FIELDS).join(', ')
  return t('{{record}}: changed by {{people}} ({{fields}})', {
    record,
    people,
    fields: others > 0 ? andMore(named, others, t) : named,
  })
}

/** Counts the contents of a digest in one line. */
export function summary(
  figures: { notifications: number; unread: number; records: number },
  t: Translate,
): string {
  const { notifications: count, unread, records } = figures
  const parts = [
    count > 0 &&
      `${t('{{count}} notifications', { count, defaultValue_one: '{{count}} notification' })} (${t('{{count}} unread', { count: unread })})`,
    records > 0 &&
      t('{{count}} changed records', { count: records, defaultValue_one: '{{count}} changed record' }),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** How many lines the digest leaves out. */
export function further(count: number, t: Translate): string {
  return t('and {{count}} more', { count })
}

/** The texts of the page that stops mails. */
export function unsubscribeWords(mails: 'email' | 'weekly_digest', t: Translate) {
  return {
    title: t('Stop these emails'),
    question:
      mails === 'email'
        ? t('Should Cairn stop emailing you notifications?')
        : t('Should Cairn stop emailing you the weekly digest?'),
    button: t('Stop these emails'),
    done: t('You will no longer get these emails.'),
    broken: t('This link no longer works. You can stop emails in your settings.'),
    settings: t('Notification settings'),
  }
}
