import type { NewAddress } from '@cairn/workspace/port/records/heartbeats'
import { CalendarClock, EllipsisVertical, Pause, Play, RotateCw, Unlink, VolumeOff, Zap } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/button/icon-button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/floating/dropdown-menu.tsx'
import { AddressConfirms } from './address-confirms.tsx'
import { ExpectDialog } from './expect-dialog.tsx'
import { SilenceDialog } from './silence-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'
import { useChangeHeartbeat } from './use-change-heartbeat.ts'
import type { WorkingHeartbeat } from './working-heartbeat.ts'

interface HeartbeatMenuProps {
  heartbeat: WorkingHeartbeat
  /** The record's. */
  name: string
  onRotated: (address: NewAddress) => void
}

/** The menu of a heartbeat and the dialogs behind it. */
export function HeartbeatMenu({ heartbeat, name, onRotated }: HeartbeatMenuProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'expect' | 'test' | 'silence' | 'rotate' | 'revoke' | null>(null)
  const close = () => setDialog(null)
  const isPaused = heartbeat.state === 'paused'
  const { change: pause } = useChangeHeartbeat({
    write: (part, paused: boolean) => part.pause(heartbeat.id, paused),
    failed: t('The heartbeat could not be changed'),
  })
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton icon={EllipsisVertical} label={t('Options of the heartbeat')} />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem onSelect={() => setDialog('expect')}>
            <CalendarClock />
            {t('Set Expectation')}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setDialog('test')}>
            <Zap />
            {t('Test')}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => pause(!isPaused)}>
            {isPaused ? <Play /> : <Pause />}
            {isPaused ? t('Resume') : t('Pause')}
          </DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setDialog('silence')}>
            <VolumeOff />
            {t('I Know, Be Silent Until…')}
          </DropdownMenuItem>
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setDialog('rotate')}>
            <RotateCw />
            {t('Rotate Address')}
          </DropdownMenuItem>
          <DropdownMenuItem destructive onSelect={() => setDialog('revoke')}>
            <Unlink />
            {t('Revoke Address')}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog === 'expect' && <ExpectDialog heartbeat={heartbeat} onClose={close} />}
      {dialog === 'test' && <TestDialog heartbeat={heartbeat} name={name} onClose={close} />}
      {dialog === 'silence' && <SilenceDialog heartbeatId={heartbeat.id} onClose={close} />}
      <AddressConfirms
        heartbeatId={heartbeat.id}
        asked={dialog === 'rotate' || dialog === 'revoke' ? dialog : null}
        onRotated={onRotated}
        onClose={close}
      />
    </>
  )
}
