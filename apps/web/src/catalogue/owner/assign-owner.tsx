import { CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useMutation } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { catalogueQueries } from '@/queries/records/catalogue.ts'
import { useListCache } from '@/queries/records/list-cache.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { useOwnerOptions } from '@/shared/people/use-people-options.tsx'
import { useOwnerName, useOwners } from '@/shared/people/use-team.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import { focusOnceGone, rowTitle } from '../focus-row.ts'
import { NoOwner, useNoOwnerText } from './no-owner.tsx'

interface AssignOwnerProps {
  kind: CatalogueKind
  record: CatalogueRecord
}

/**
 * The button in the row of a record without an owner that assigns one, for users who may. Others read that it has none.
 */
export function AssignOwner(props: AssignOwnerProps) {
  const refusal = useRefusal()
  const { kind, record } = props
  if (refusal('change-record', record) !== null) return <NoOwner kind={kind} id={record.id} />
  return <OwnerButton {...props} />
}

function OwnerButton({ kind, record }: AssignOwnerProps) {
  const { t } = useTranslation()
  const text = useNoOwnerText({ kind, id: record.id })
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { give, isAssigning } = useAssignOwner(kind, () => focusAfter(button.current, record.name))
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          ref={button}
          data-give-owner
          variant="ghost"
          size="sm"
          pending={isAssigning}
          aria-label={t('{{state}}. Assign an owner to {{name}}', { state: text, name: record.name })}
          className="-ml-2 h-7 max-w-[calc(100%+0.5rem)] pr-0 pl-2 text-left font-normal text-sm"
        >
          <span className="min-w-0 truncate">{text}</span>
          <UserPlus aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={t('Owner')}>
        <People
          onPick={(personId, person) => {
            setOpen(false)
            give({ record, personId, person })
          }}
        />
      </PopoverContent>
    </Popover>
  )
}

/** Moves the focus after a success, which removes the button: to the button of the next record, or into the row. */
function focusAfter(button: HTMLButtonElement | null, name: string): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('#main [data-give-owner]')]
  const index = button === null ? -1 : buttons.indexOf(button)
  const next = index < 0 ? undefined : (buttons[index + 1] ?? buttons[index - 1])
  focusOnceGone(button, () => (next?.isConnected ? next : rowTitle(name)))
}

function People({ onPick }: { onPick: (personId: string, name: string) => void }) {
  const { t } = useTranslation()
  const owners = useOwners()
  const ownerName = useOwnerName()
  const optionsOf = useOwnerOptions()
  return (
    <ListPicker
      label={t('Owner')}
      options={optionsOf(owners)}
      searchable
      onPick={(personId) => onPick(personId, ownerName(personId))}
      emptyText={t('No matches.')}
    />
  )
}

interface OwnerAssignment {
  record: CatalogueRecord
  personId: string
  /** The name of the person. */
  person: string
}

function useAssignOwner(kind: CatalogueKind, onAssigned: () => void) {
  const { t } = useTranslation()
  const part = useWorkspace()[CATALOGUES[kind].table]
  const cache = useListCache(catalogueQueries<CatalogueRecord>(kind, part))
  const { mutate, isPending } = useMutation({
    mutationFn: ({ record, personId }: OwnerAssignment): Promise<CatalogueRecord> =>
      part.setOwner(record.id, personId),
    onSuccess(saved, { person }) {
      onAssigned()
      cache.replace(saved)
      toast({
        title: t('Owner assigned'),
        description: t('{{person}} now owns {{record}}.', { person, record: saved.name }),
      })
    },
    onError: (error) => toast(failureToast(error, { title: t('The owner could not be assigned') }, t)),
  })
  return { give: mutate, isAssigning: isPending }
}
