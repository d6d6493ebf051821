import { useMutation } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogueQueries } from '@/queries/catalogue.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { useListCache } from '@/queries/list-cache.ts'
import { failureToast } from '@/shared/failure-toast.ts'
import { useOwnerOptions } from '@/shared/use-people-options.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { useOwners } from '@/shared/use-team.ts'
import { Button } from '@/ui/button.tsx'
import { ListPicker } from '@/ui/list-picker.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/popover.tsx'
import { toast } from '@/ui/toast-store.ts'
import { CATALOGUES, type CatalogueKind } from '@/workspace/port/catalogues.ts'
import type { CatalogueRecord } from '@/workspace/port/records.ts'
import { NoOwner, useNoOwnerText } from './no-owner.tsx'

interface GiveOwnerProps {
  kind: CatalogueKind
  record: CatalogueRecord
}

/** In the row of a record that nobody owns: the way to give it an owner, for whoever may. Others read that it has none. */
export function GiveOwner({ kind, record }: GiveOwnerProps) {
  const { t } = useTranslation()
  const refusal = useRefusal()
  const text = useNoOwnerText({ kind, id: record.id })
  const [open, setOpen] = useState(false)
  if (refusal('change-record', record) !== null) return <NoOwner kind={kind} id={record.id} />
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('{{state}}. Give {{name}} an owner', { state: text, name: record.name })}
          className="-ml-2 h-auto min-h-7 max-w-[calc(100%+0.5rem)] whitespace-normal py-1 pr-0 pl-2 text-left font-normal text-sm"
        >
          <span className="wrap-anywhere min-w-0">{text}</span>
          <UserPlus aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={t('Owner')}>
        <People kind={kind} record={record} onDone={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  )
}

function People({ kind, record, onDone }: GiveOwnerProps & { onDone: () => void }) {
  const { t } = useTranslation()
  const owners = useOwners()
  const optionsOf = useOwnerOptions()
  const give = useGiveOwner(kind)
  return (
    <ListPicker
      label={t('Owner')}
      options={optionsOf(owners)}
      searchable
      onPick={(personId) => {
        onDone()
        give({ record, personId })
      }}
      emptyText={t('No matches.')}
    />
  )
}

function useGiveOwner(kind: CatalogueKind) {
  const { t } = useTranslation()
  const owners = useOwners()
  const part = useWorkspace()[CATALOGUES[kind].table]
  const cache = useListCache(catalogueQueries<CatalogueRecord>(kind, part))
  const { mutate } = useMutation({
    mutationFn: async ({
      record,
      personId,
    }: {
      record: CatalogueRecord
      personId: string
    }): Promise<CatalogueRecord> => part.setOwner(record.id, personId),
    onSuccess(saved, { personId }) {
      cache.replace(saved)
      const person = owners.find(({ id }) => id === personId)?.name || t('Unknown User')
      toast({
        title: t('Owner given'),
        description: t('{{person}} owns {{record}} now.', { person, record: saved.name }),
      })
    },
    onError: (error) => toast(failureToast(error, { title: t('The owner could not be given') }, t)),
  })
  return mutate
}
