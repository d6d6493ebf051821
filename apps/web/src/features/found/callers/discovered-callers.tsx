import type { DiscoveredCaller } from '@cairn/workspace/port/discovery'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { failureReason } from '@/shared/loading/failure-toast.ts'
import { Button } from '@/ui/button/button.tsx'
import { EmptyState } from '@/ui/feedback/empty-state.tsx'
import { ErrorState } from '@/ui/feedback/error-state.tsx'
import { Select } from '@/ui/form/select.tsx'
import { LoadingScreen } from '@/ui/loading/loading-screen.tsx'
import { AccountAddress } from './account-address.tsx'
import { CallerRow } from './caller-row.tsx'
import { DecideOnCaller } from './decide-on-caller.tsx'
import { useCallers, useDecide } from './use-callers.ts'

const STATES = ['waiting', 'refused'] as const

/** The callers of the account that are not registered: an admin registers, joins or refuses them. */
export function DiscoveredCallers() {
  const { t } = useTranslation()
  const [state, setState] = useState<(typeof STATES)[number]>('waiting')
  const { data, error, isFetching, refetch } = useCallers(state)
  const [decided, setDecided] = useState<DiscoveredCaller | null>(null)
  if (data === undefined)
    return error ? (
      <ErrorState
        title={t('Callers could not be loaded.')}
        message={failureReason(error, t)}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <LoadingScreen text={t('Loading...')} />
    )
  return (
    <div className="flex flex-col gap-3">
      <AccountAddress hasAddress={data.hasAddress} />
      {(data.refused > 0 || state === 'refused') && (
        <Select
          aria-label={t('State')}
          value={state}
          onChange={({ target }) => setState(STATES.find((each) => each === target.value) ?? 'waiting')}
          className="w-auto max-md:grow md:self-start"
        >
          <option value="waiting">{t('Waiting')}</option>
          <option value="refused">{t('Refused')}</option>
        </Select>
      )}
      {data.items.length === 0 ? (
        <EmptyState
          icon={Radio}
          title={state === 'waiting' ? t('No caller waits') : t('There is nothing here')}
        />
      ) : (
        <CallerList items={data.items} state={state} onDecide={setDecided} />
      )}
      {decided && <DecideOnCaller caller={decided} onClose={() => setDecided(null)} />}
    </div>
  )
}

interface CallerListProps {
  items: readonly DiscoveredCaller[]
  state: (typeof STATES)[number]
  onDecide: (caller: DiscoveredCaller) => void
}

function CallerList({ items, state, onDecide }: CallerListProps) {
  const { t } = useTranslation()
  const nowMs = useNow()
  const isRefused = state === 'refused'
  const refuse = useDecide(
    (part, id: string) => part.refuse([id], !isRefused),
    () => undefined,
  )
  return (
    <ul aria-label={t('Unknown callers')} className="divide-y rounded-lg border bg-card">
      {items.map((caller) => (
        <CallerRow key={caller.id} caller={caller} nowMs={nowMs}>
          <Button
            size="sm"
            variant="ghost"
            aria-label={
              isRefused
                ? t('Allow {{name}} again', { name: caller.name })
                : t('Refuse {{name}} for good', { name: caller.name })
            }
            onClick={() => refuse.mutate(caller.id)}
          >
            {isRefused ? t('Allow') : t('Refuse')}
          </Button>
          {!isRefused && (
            <Button
              size="sm"
              variant="outline"
              aria-label={t('Register {{name}}', { name: caller.name })}
              onClick={() => onDecide(caller)}
            >
              {t('Register')}
            </Button>
          )}
        </CallerRow>
      ))}
    </ul>
  )
}
