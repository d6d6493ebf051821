import type { HeartbeatKind, NewAddress } from '@cairn/workspace/port/records/heartbeats'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { useChangeHeartbeat } from './use-change-heartbeat.ts'

interface CreateAddressProps {
  kind: HeartbeatKind
  recordId: string
  mayChange: boolean
  onMade: (address: NewAddress) => void
}

/** A record without an address: what one is for, and the way to it. */
export function CreateAddress({ kind, recordId, mayChange, onMade }: CreateAddressProps) {
  const { t } = useTranslation()
  const { change, isChanging } = useChangeHeartbeat({
    write: (part) => part.give(kind, recordId),
    failed: t('The address could not be created'),
    onDone: onMade,
  })
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-pretty text-muted-foreground text-sm">
        {t(
          'It can report each run by calling an address of its own, so that members see when it is late or fails.',
        )}
      </p>
      {mayChange && (
        <Button variant="outline" pending={isChanging} onClick={() => change()}>
          {t('Create Address')}
        </Button>
      )}
    </div>
  )
}
