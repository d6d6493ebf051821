import { type BulkChange, MAX_DELETED, MAX_IN_BULK } from '@cairn/workspace/port/records/bulk'
import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { HEARTBEAT_KINDS, MOST_BEATING } from '@cairn/workspace/port/records/heartbeats'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { teamOf } from '@cairn/workspace/port/records/team-owner'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOwnerOptions } from '@/shared/people/use-people-options.tsx'
import { useOwners } from '@/shared/people/use-team.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { ListPicker, type PickerOption } from '@/ui/picker/list-picker.tsx'
import type { HeartbeatsAction } from '../heartbeats/heartbeats-in-bulk.tsx'
import { HeartbeatsInBulk } from '../heartbeats/heartbeats-in-bulk.tsx'
import { statusStyle } from '../status-styles.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { BulkField } from './bulk-field.tsx'
import { BulkTags } from './bulk-tags.tsx'
import type { Selection } from './use-selection.ts'

const HEARTBEATS_ACTIONS: readonly HeartbeatsAction[] = ['give', 'pause', 'resume']

interface SelectionBarProps {
  kind: CatalogueKind
  selection: Selection<CatalogueRecord>
  /** How many fit the filter. */
  found: number
}

/** The actions on the selected records. */
export function SelectionBar({ kind, selection, found }: SelectionBarProps) {
  const { t } = useTranslation()
  const [change, setChange] = useState<BulkChange | null>(null)
  const [isFieldOpen, setFieldOpen] = useState(false)
  const [beating, setBeating] = useState<HeartbeatsAction | null>(null)
  const bar = useRef<HTMLElement>(null)
  const count = selection.count(found)
  const beatingKind = HEARTBEAT_KINDS.find((each) => each === kind)
  const target = selection.target(kind)
  const done = (close: () => void) => {
    close()
    selection.clear()
  }
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label={t('Selection')}
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-2 rounded-xl border bg-card px-3 py-2 shadow-float max-md:bottom-20 md:[body:has([data-connection-banner])_&]:bottom-18 max-md:[body:has([data-connection-banner])_&]:bottom-36"
    >
      <SelectedCount selection={selection} found={found} onAll={() => bar.current?.focus()} />
      <BulkActions kind={kind} count={count} onChoose={setChange} onField={() => setFieldOpen(true)}>
        {beatingKind !== undefined && (
          <HeartbeatsPick isRefused={target.ids === null || count > MOST_BEATING} onPick={setBeating} />
        )}
      </BulkActions>
      <IconButton icon={X} label={t('Clear the selection')} onClick={selection.clear} />
      {change && (
        <BulkDialog
          key={change.action}
          target={target}
          change={change}
          onInstead={setChange}
          onClose={() => setChange(null)}
          onDone={() => done(() => setChange(null))}
        />
      )}
      {isFieldOpen && (
        <BulkField
          target={target}
          count={count}
          onClose={() => setFieldOpen(false)}
          onDone={() => done(() => setFieldOpen(false))}
        />
      )}
      {beating !== null && beatingKind !== undefined && target.ids !== null && (
        <HeartbeatsInBulk
          kind={beatingKind}
          ids={target.ids}
          action={beating}
          onClose={() => setBeating(null)}
          onDone={() => done(() => setBeating(null))}
        />
      )}
    </section>
  )
}

interface SelectedCountProps extends Pick<SelectionBarProps, 'selection' | 'found'> {
  /** Moves the focus of the user who pressed the button, because it disappears. */
  onAll: () => void
}

/** The number of selected records, and the way to all that match. */
function SelectedCount({ selection, found, onAll }: SelectedCountProps) {
  const { t } = useTranslation()
  const { isAll, isLoading, selectAll } = selection
  const count = selection.count(found)
  return (
    // Read out by the status beside the table, which is there before anything is selected.
    <div className="mr-auto flex min-w-0 flex-wrap items-center gap-x-3 text-sm tabular-nums max-md:flex-1">
      <p>{isLoading ? t('Selecting the rows in between…') : t('{{count}} selected', { count })}</p>
      {!isAll && count < found && (
        <Button
          variant="link"
          disabledReason={found > MAX_IN_BULK ? t('You can change at most 10,000 records at once.') : null}
          onClick={() => {
            selectAll()
            onAll()
          }}
        >
          {t('Select all {{count}} that match', { count: found })}
        </Button>
      )}
    </div>
  )
}

interface HeartbeatsPickProps {
  /** More records are selected than one call takes. */
  isRefused: boolean
  onPick: (action: HeartbeatsAction | null) => void
}

function HeartbeatsPick({ isRefused, onPick }: HeartbeatsPickProps) {
  const { t } = useTranslation()
  return (
    <Pick
      label={t('Heartbeats')}
      disabledReason={isRefused ? t('Choose at most 500 records, one by one.') : null}
      options={[
        { id: 'give', label: t('Create Addresses') },
        { id: 'pause', label: t('Pause') },
        { id: 'resume', label: t('Resume') },
      ]}
      onPick={(id) => onPick(HEARTBEATS_ACTIONS.find((each) => each === id) ?? null)}
    />
  )
}

interface BulkActionsProps {
  kind: CatalogueKind
  /** How many records are selected. */
  count: number
  onChoose: (change: BulkChange) => void
  /** Asks for a field and its value. */
  onField: () => void
  /** The actions that only this kind has. */
  children: ReactNode
}

function BulkActions({ kind, count, onChoose, onField, children }: BulkActionsProps) {
  const { t } = useTranslation()
  const owners = useOwners()
  const optionsOf = useOwnerOptions()
  const nobody: PickerOption = { id: '', label: t('No owner assigned'), muted: true }
  const refusedAbove = (most: number, reason: string) => (count > most ? reason : null)
  const refused = refusedAbove(MAX_IN_BULK, t('You can change at most 10,000 records at once.'))
  const statuses = CATALOGUES[kind].statuses.map((status) => ({
    id: status,
    label: t(statusStyle(kind, status).label),
  }))
  return (
    // On a phone the actions stand on a separate line, which scrolls: the list stays in sight.
    <div className="flex items-center gap-2 max-md:order-1 max-md:-mx-3 max-md:w-[calc(100%+1.5rem)] max-md:overflow-x-auto max-md:px-3 max-md:py-1">
      <Pick
        label={t('Change owner')}
        disabledReason={refused}
        options={[nobody, ...optionsOf(owners)]}
        onPick={(id) => onChoose({ action: 'owner', value: id || null })}
      />
      <Pick
        label={t('Add expert')}
        disabledReason={refused}
        // Experts are members.
        options={optionsOf(owners.filter(({ id, isPending }) => !isPending && teamOf(id) === null))}
        onPick={(value) => onChoose({ action: 'expert', value })}
      />
      <Pick
        label={t('Change status')}
        disabledReason={refused}
        options={statuses}
        onPick={(value) => onChoose({ action: 'status', value })}
      />
      <BulkTags disabledReason={refused} onChoose={onChoose} />
      <Button variant="outline" disabledReason={refused} onClick={onField}>
        {t('Set a field')}
      </Button>
      {children}
      <Button
        variant="outline"
        disabledReason={refusedAbove(MAX_DELETED, t('You can delete at most 2,000 records at once.'))}
        onClick={() => onChoose({ action: 'delete', value: null })}
      >
        {t('Delete')}
      </Button>
    </div>
  )
}

interface PickProps {
  label: string
  disabledReason: string | null
  options: readonly PickerOption[]
  onPick: (id: string) => void
}

function Pick({ label, disabledReason, options, onPick }: PickProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="outline" disabledReason={disabledReason}>
          {label}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={label} side="top">
        <ListPicker
          label={label}
          options={options}
          onPick={(id) => {
            setOpen(false)
            onPick(id)
          }}
          emptyText={t('No matches.')}
        />
      </PopoverContent>
    </Popover>
  )
}
