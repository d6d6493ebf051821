import { bestFirst } from '@cairn/workspace/lib/best-first'
import { MOST_WEBHOOKS, type Webhook } from '@cairn/workspace/port/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useChoice, useFilterText } from '@/catalogue/use-address.ts'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { webhookQueries } from '@/queries/webhooks.ts'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { Button } from '@/ui/button/button.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { SearchField } from '@/ui/form/search-field.tsx'
import { FilterSelect } from '@/ui/picker/filter-select.tsx'
import { hostOf } from './webhook-draft.ts'
import { WebhookRow } from './webhook-row.tsx'
import { STATE_WORDS, WEBHOOK_STATES, webhookState } from './webhook-state.tsx'

/** From so many on, the list can be narrowed down. */
const FILTER_FROM = 6

interface WebhookListProps {
  /** The one whose details were open, which gets the focus. */
  last: string | null
  onNew: () => void
}

/** The webhooks of the account. */
export function WebhookList({ last, onNew }: WebhookListProps) {
  const { t } = useTranslation()
  const query = useQuery(webhookQueries.list(useWorkspace()))
  const count = query.data?.length ?? 0
  const create = (
    <Button
      onClick={onNew}
      disabledReason={count >= MOST_WEBHOOKS ? t('An account has at most 50 webhooks.') : null}
    >
      <Plus aria-hidden />
      {t('New Webhook')}
    </Button>
  )
  return (
    <LoadedCard
      title={t('Webhooks')}
      description={t('Tell programs and channels of what happens in your account, as soon as it happens.')}
      action={count > 0 && create}
      query={query}
      failure={t('The webhooks could not be loaded')}
      lines={2}
    >
      {(webhooks) =>
        webhooks.length === 0 ? (
          <EmptyState
            icon={WebhookIcon}
            title={t('No webhooks yet')}
            description={t(
              'A webhook calls an address of yours when a record, an owner or a run changes: a program of your own, or a channel of Slack, Teams or Discord.',
            )}
            action={create}
          />
        ) : (
          <Webhooks webhooks={webhooks} updatedAt={query.dataUpdatedAt} last={last} />
        )
      }
    </LoadedCard>
  )
}

interface WebhooksProps {
  webhooks: readonly Webhook[]
  updatedAt: number
  last: string | null
}

function Webhooks({ webhooks, updatedAt, last }: WebhooksProps) {
  const { t } = useTranslation()
  const nowMs = Math.max(useNow(), updatedAt)
  const [typed, type] = useFilterText()
  const [state, setState] = useChoice('state', WEBHOOK_STATES)
  const isFiltered = typed !== '' || state !== null
  const inState = webhooks.filter((webhook) => state === null || webhookState(webhook) === state)
  const shown = bestFirst(inState, typed, ({ name, url }) => [name, hostOf(url)])
  return (
    <>
      {(webhooks.length >= FILTER_FROM || isFiltered) && (
        <search aria-label={t('Filter webhooks')} className="mb-2 flex flex-wrap gap-2">
          <SearchField
            label={t('Filter webhooks')}
            placeholder={t('Filter webhooks...')}
            value={typed}
            onType={type}
            className="max-w-72 max-md:max-w-full"
          />
          <FilterSelect label={t('State')} value={state} onChange={setState} all={t('All states')}>
            {WEBHOOK_STATES.map((one) => (
              <option key={one} value={one}>
                {t(STATE_WORDS[one])}
              </option>
            ))}
          </FilterSelect>
        </search>
      )}
      {shown.length === 0 ? (
        <p role="status" className="py-2 text-muted-foreground text-sm">
          {t('No matches.')}
        </p>
      ) : (
        <ul aria-label={t('Webhooks')} className="divide-y">
          {shown.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              nowMs={nowMs}
              linkRef={webhook.id === last ? focusIfLost : undefined}
            />
          ))}
        </ul>
      )}
    </>
  )
}

/** For what takes the place of the thing that had the focus. */
export function focusIfLost(element: HTMLElement | null): void {
  if (element !== null && document.activeElement === document.body) element.focus()
}
