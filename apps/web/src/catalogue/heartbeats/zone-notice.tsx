import type { Heartbeat, ZoneHint } from '@cairn/workspace/port/records/heartbeats'
import type { TFunction } from 'i18next'
import { Earth } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { useChangeHeartbeat } from './use-change-heartbeat.ts'

interface ZoneNoticeProps {
  heartbeat: Heartbeat
  mayChange: boolean
}

/** Warns that all runs come at the same distance from the schedule, most often because of a wrong time zone. */
export function ZoneNotice({ heartbeat, mayChange }: ZoneNoticeProps) {
  const { t } = useTranslation()
  const { zoneHint } = heartbeat
  if (zoneHint === null) return null
  const { timeZone } = zoneHint
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border bg-muted/50 px-3 py-2 text-sm">
      <p className="flex min-w-0 items-start gap-2 text-pretty">
        <Earth aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <span>
          {distanceWords(zoneHint, t)}{' '}
          {timeZone !== null && t('Is its time zone {{timeZone}}?', { timeZone })}
        </span>
      </p>
      {timeZone !== null && mayChange && <SetZone heartbeat={heartbeat} timeZone={timeZone} />}
    </div>
  )
}

function distanceWords({ minutes }: ZoneHint, t: TFunction): string {
  const count = Math.abs(minutes)
  return minutes > 0
    ? t('It reports {{count}} minutes late every time.', {
        count,
        defaultValue_one: 'It reports {{count}} minute late every time.',
      })
    : t('It reports {{count}} minutes early every time.', {
        count,
        defaultValue_one: 'It reports {{count}} minute early every time.',
      })
}

function SetZone({ heartbeat, timeZone }: { heartbeat: Heartbeat; timeZone: string }) {
  const { t } = useTranslation()
  const { id, expectation, graceSeconds } = heartbeat
  const { change, isChanging } = useChangeHeartbeat({
    write: (part) =>
      part.expect(
        id,
        expectation.kind === 'nothing' ? expectation : { ...expectation, timeZone },
        graceSeconds,
      ),
    failed: t('The heartbeat could not be changed'),
  })
  return (
    <Button variant="outline" size="sm" pending={isChanging} onClick={() => change()}>
      {t('Set {{timeZone}}', { timeZone })}
    </Button>
  )
}
