import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import type { Webhook } from '@cairn/workspace/port/webhooks'
import { useTranslation } from 'react-i18next'
import { useTagName } from '@/catalogue/tags/use-tags.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Ago } from '@/ui/display/ago.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { useFieldOptions } from './use-field-options.ts'
import { hostOf, isAboutRecords } from './webhook-draft.ts'
import { EVENT_WORDS, FORMAT_WORDS } from './webhook-words.ts'

interface WebhookFactsProps {
  webhook: Webhook
  nowMs: number
}

/** The URL, the events and the state of a webhook. */
export function WebhookFacts({ webhook, nowMs }: WebhookFactsProps) {
  const { t, i18n } = useTranslation()
  const { url, format, events, deliveredAt, waiting, formerSecretUntil, ownerName, createdAt } = webhook
  return (
    <dl className="wrap-anywhere grid gap-x-6 gap-y-4 md:grid-cols-2">
      <Fact label={t('Host')}>{hostOf(url)}</Fact>
      <Fact label={t('Format')}>{t(FORMAT_WORDS[format].label)}</Fact>
      <Fact label={t('Events')} wide>
        {events.map((event) => t(EVENT_WORDS[event])).join(', ')}
      </Fact>
      {isAboutRecords(events) && <FilterFacts webhook={webhook} />}
      <Fact label={t('Last delivered')}>
        {deliveredAt === null ? t('Nothing delivered yet') : <Ago date={deliveredAt} nowMs={nowMs} />}
      </Fact>
      <Fact label={t('Waiting to be sent')}>
        {waiting >= MOST_COUNTED
          ? t('{{number}} or more', { number: formatNumber(MOST_COUNTED, i18n.language) })
          : formatNumber(waiting, i18n.language)}
      </Fact>
      <Fact label={t('Made')}>
        {t('{{date}} by {{name}}', {
          date: formatDateTime(createdAt, i18n.language),
          name: ownerName ?? t('Former member'),
        })}
      </Fact>
      {formerSecretUntil !== null && (
        <Fact label={t('Former secret')}>
          {t('Signs too until {{moment}}', { moment: formatDateTime(formerSecretUntil, i18n.language) })}
        </Fact>
      )}
    </dl>
  )
}

/** As far as what waits is counted. */
const MOST_COUNTED = 1_000

function FilterFacts({ webhook: { filter } }: Pick<WebhookFactsProps, 'webhook'>) {
  const { t } = useTranslation()
  const tagName = useTagName()
  const fields = useFieldOptions(filter.kinds)
  const { kinds, tags, fields: chosen } = filter
  return (
    <>
      <Fact label={t('Kinds')}>
        {kinds.map((kind) => t(CATALOGUES[kind].title)).join(', ') || t('Any kind')}
      </Fact>
      <Fact label={t('Tags')}>{tags.map(tagName).join(', ') || t('Any tags, or none')}</Fact>
      {chosen.length > 0 && (
        <Fact label={t('Changed fields')} wide>
          {chosen.map((key) => fields.find(({ id }) => id === key)?.label ?? t('Deleted field')).join(', ')}
        </Fact>
      )}
    </>
  )
}
