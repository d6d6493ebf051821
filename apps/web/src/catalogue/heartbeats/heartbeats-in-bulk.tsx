import type { GivenAddress, HeartbeatKind } from '@cairn/workspace/port/records/heartbeats'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConfig } from '@/lib/config.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { CopyBlock } from './copy-block.tsx'
import { useChangeHeartbeat } from './use-change-heartbeat.ts'

/** The actions on many heartbeats at once. */
export type HeartbeatsAction = 'give' | 'pause' | 'resume'

export interface HeartbeatsInBulkProps {
  kind: HeartbeatKind
  ids: readonly string[]
  action: HeartbeatsAction
  onClose: () => void
  onDone: () => void
}

/** Asks before it makes the addresses of many records, or pauses their heartbeats, and does it. */
export function HeartbeatsInBulk({ kind, ids, action, onClose, onDone }: HeartbeatsInBulkProps) {
  const { t } = useTranslation()
  const [given, setGiven] = useState<readonly GivenAddress[] | null>(null)
  const failed = t('This could not be saved')
  const give = useChangeHeartbeat({
    write: (part) => part.giveMany(kind, ids),
    failed,
    onDone: setGiven,
  })
  const pause = useChangeHeartbeat({
    write: (part) => part.pauseMany(kind, ids, action === 'pause'),
    failed,
    onDone: (count) => {
      toast({
        title:
          action === 'pause'
            ? t('Paused: {{amount}}', { amount: count })
            : t('Resumed: {{amount}}', { amount: count }),
      })
      onDone()
    },
  })
  if (given !== null) return <GivenAddresses given={given} onClose={onDone} />
  const { title, description, label } = {
    give: {
      title: t('Create addresses?'),
      description: t('Records that have an address, and those that you may not change, are left out.'),
      label: t('Create Addresses'),
    },
    pause: {
      title: t('Pause heartbeats?'),
      description: t('Calls are still kept. Nobody is told of them until they are resumed.'),
      label: t('Pause'),
    },
    resume: {
      title: t('Resume heartbeats?'),
      description: t('They are expected from now on, as if they had just run.'),
      label: t('Resume'),
    },
  }[action]
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      description={description}
      confirmLabel={label}
      pending={give.isChanging || pause.isChanging}
      onConfirm={() => (action === 'give' ? give.change() : pause.change())}
    />
  )
}

interface GivenAddressesProps {
  given: readonly GivenAddress[]
  onClose: () => void
}

/** The addresses that were just made, which are shown this once. */
function GivenAddresses({ given, onClose }: GivenAddressesProps) {
  const { t } = useTranslation()
  const { url } = useConfig()
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      wide
      title={t('{{count}} addresses', { count: given.length, defaultValue_one: '{{count}} address' })}
      description={t('They are shown once. Whoever knows one can report for its record.')}
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      {given.length === 0 ? (
        <p className="text-muted-foreground text-sm">
          {t('All of them have an address already, or are not yours to change.')}
        </p>
      ) : (
        <CopyBlock
          label={t('Addresses')}
          text={given.map(({ name, token }) => `${name}\t${url}/p/${token}`).join('\n')}
        />
      )}
    </EntityDialog>
  )
}
