import type { Heartbeat } from '@cairn/workspace/port/records/heartbeats'
import type { TFunction } from 'i18next'
import { CircleAlert, VolumeOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { formatDateTime } from '@/lib/text/dates.ts'
import { formatNumber } from '@/lib/text/numbers.ts'
import { Button } from '@/ui/button/button.tsx'
import { Fact } from '@/ui/display/fact.tsx'
import { expectationWords } from './expectation-words.ts'
import { RunStrip } from './run-strip.tsx'
import { ShowRuns } from './show-runs.tsx'
import { useChangeHeartbeat } from './use-change-heartbeat.ts'
import type { WorkingHeartbeat } from './working-heartbeat.ts'
import { ZoneNotice } from './zone-notice.tsx'

interface HeartbeatFactsProps {
  heartbeat: WorkingHeartbeat
  /** The record's. */
  name: string
  mayChange: boolean
}

/** The runs of a record: when the next is due, the number of successes, and the last ones. */
export function HeartbeatFacts({ heartbeat, name, mayChange }: HeartbeatFactsProps) {
  const { t, i18n } = useTranslation()
  const { silentUntil, dueAt, share, strip, state } = heartbeat
  const nowMs = useNow()
  const isDue = dueAt !== null && state !== 'paused'
  return (
    <div className="flex flex-col gap-4">
      {silentUntil !== null && silentUntil.getTime() > nowMs && (
        <Silence id={heartbeat.id} until={silentUntil} mayChange={mayChange} />
      )}
      <ZoneNotice heartbeat={heartbeat} mayChange={mayChange} />
      <dl className="grid gap-x-6 gap-y-4 md:grid-cols-2">
        <Fact label={t('Next Expected')}>
          {isDue ? formatDateTime(dueAt, i18n.language) : t('No run is expected')}
        </Fact>
        <Fact label={t('Success')}>{shareWords(share, i18n.language, t)}</Fact>
        <Fact label={t('Expected')}>{expectationWords(heartbeat, i18n.language, t)}</Fact>
      </dl>
      {strip.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <RunStrip runs={strip} name={name} />
          <ShowRuns />
        </div>
      )}
      <Notes heartbeat={heartbeat} />
    </div>
  )
}

function shareWords({ runs, successes }: Heartbeat['share'], language: string, t: TFunction): string {
  if (runs === 0) return t('No runs in 30 days')
  return t('{{successes}} of {{count}} runs in 30 days', {
    successes: formatNumber(successes, language),
    count: runs,
    defaultValue_one: '{{successes}} of {{count}} run in 30 days',
  })
}

function Silence({ id, until, mayChange }: { id: string; until: Date; mayChange: boolean }) {
  const { t, i18n } = useTranslation()
  const { change, isChanging } = useChangeHeartbeat({
    write: (part) => part.silence(id, null),
    failed: t('The heartbeat could not be changed'),
  })
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <VolumeOff aria-hidden className="size-4 text-muted-foreground" />
      {t('Silent until {{moment}}', { moment: formatDateTime(until, i18n.language) })}
      {mayChange && (
        <Button variant="outline" size="sm" pending={isChanging} onClick={() => change()}>
          {t('Tell Again')}
        </Button>
      )}
    </p>
  )
}

/** Further notes on the ping URL. */
function Notes({ heartbeat: { formerUntil, refusedCalls } }: { heartbeat: WorkingHeartbeat }) {
  const { t, i18n } = useTranslation()
  return (
    <>
      {formerUntil !== null && formerUntil.getTime() > Date.now() && (
        <Note>
          {t('The former address works until {{moment}}.', {
            moment: formatDateTime(formerUntil, i18n.language),
          })}
        </Note>
      )}
      {refusedCalls > 0 && (
        <Note>
          {t('{{count}} calls were refused: an address takes 60 in a minute.', {
            count: refusedCalls,
            defaultValue_one: '{{count}} call was refused: an address takes 60 in a minute.',
          })}
        </Note>
      )}
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-pretty text-muted-foreground text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}
