import type { InboxLine } from '@cairn/workspace/port/inbox'
import { BellOff, Clock, Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mutedName } from '@/catalogue/inbox/muted-name.ts'
import type { Quiet } from '@/catalogue/inbox/use-quiet.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/floating/dropdown-menu.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { nextWeek, tomorrow } from './snooze-times.ts'

/** The choices of the menu: a key opens it for one thing, a press for both. */
export type QuietMenuPart = 'all' | 'snooze' | 'mute'

interface QuietMenuProps {
  line: InboxLine
  nowMs: number
  quiet: Quiet
  /** The id of the sentence beside it. */
  describedBy: string
  open: QuietMenuPart | null
  onOpenChange: (part: QuietMenuPart | null) => void
}

/** Snoozes a line of the inbox, or mutes its reason or record. */
export function QuietMenu({ line, nowMs, quiet, describedBy, open, onOpenChange }: QuietMenuProps) {
  const { t } = useTranslation()
  const [isChoosing, setChoosing] = useState(false)
  const [isUsed, setUsed] = useState(false)
  if (open !== null && !isUsed) setUsed(true)
  const button = {
    ...{ icon: Ellipsis, label: t('Snooze or mute'), className: 'relative' },
    'aria-describedby': describedBy,
  }
  // A hundred menus that nobody has opened yet would hold up the list.
  if (!isUsed) return <IconButton {...button} aria-haspopup="menu" onClick={() => onOpenChange('all')} />
  return (
    <>
      <DropdownMenu open={open !== null} onOpenChange={(isOpen) => onOpenChange(isOpen ? 'all' : null)}>
        <DropdownMenuTrigger asChild>
          <IconButton {...button} />
        </DropdownMenuTrigger>
        <DropdownMenuContent aria-label={t('Snooze or mute')}>
          {open !== 'mute' && (
            <SnoozeItems
              byKey={open === 'snooze'}
              nowMs={nowMs}
              onChoose={(until) => quiet.snooze({ line, until })}
              onDate={() => setChoosing(true)}
            />
          )}
          {open === 'all' && <DropdownMenuSeparator />}
          {open !== 'snooze' && <MuteItems byKey={open === 'mute'} line={line} onMute={quiet.mute} />}
        </DropdownMenuContent>
      </DropdownMenu>
      {isChoosing && (
        <SnoozeDialog
          onClose={() => setChoosing(false)}
          onChoose={(until) => {
            setChoosing(false)
            quiet.snooze({ line, until })
          }}
        />
      )}
    </>
  )
}

/** The ref of an item that has the focus at once: a menu that a key has mounted does not know that it was a key. */
const focused = (item: HTMLElement | null) => item?.focus({ preventScroll: true })

interface SnoozeItemsProps {
  byKey: boolean
  nowMs: number
  onChoose: (until: Date) => void
  onDate: () => void
}

function SnoozeItems({ byKey, nowMs, onChoose, onDate }: SnoozeItemsProps) {
  const { t } = useTranslation()
  return (
    <>
      <DropdownMenuItem ref={byKey ? focused : null} onSelect={() => onChoose(tomorrow(nowMs))}>
        <Clock aria-hidden />
        {t('Snooze until tomorrow')}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => onChoose(nextWeek(nowMs))}>
        <Clock aria-hidden />
        {t('Snooze until next week')}
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={onDate}>
        <Clock aria-hidden />
        {t('Snooze until a date…')}
      </DropdownMenuItem>
    </>
  )
}

interface MuteItemsProps {
  byKey: boolean
  line: InboxLine
  onMute: Quiet['mute']
}

function MuteItems({ byKey, line, onMute }: MuteItemsProps) {
  const { t } = useTranslation()
  const reason = { reason: line.reason }
  // A handover of a muted record would still wait for an answer.
  const record = 'record' in line && line.reason !== 'handover' ? { record: line.record } : null
  return [record, reason]
    .filter((what) => what !== null)
    .map((what, index) => (
      <DropdownMenuItem
        key={mutedName(what, t)}
        ref={byKey && index === 0 ? focused : null}
        onSelect={() => onMute({ what, muted: true })}
      >
        <BellOff aria-hidden />
        <span className="wrap-anywhere min-w-0">{t('Mute: {{what}}', { what: mutedName(what, t) })}</span>
      </DropdownMenuItem>
    ))
}
