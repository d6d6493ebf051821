import { Plus, Server } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { PageHeader } from '@/ui/page-header.tsx'
import { WorkspaceError } from '@/workspace/errors.ts'
import type { System } from '@/workspace/port/systems.ts'
import { useRefusal } from '@/workspace/use-refusal.ts'
import { FilteredSystems } from './filtered-systems.tsx'
import { type SystemDialogState, SystemDialogs } from './system-dialogs.tsx'
import { useOpenSystemId } from './use-address.ts'
import { useSystems } from './use-systems.ts'

/** The systems catalogue. */
export function SystemsPage() {
  const { t } = useTranslation()
  const catalogue = useSystems()
  const address = useOpenSystemId()
  const [dialog, setDialog] = useState<SystemDialogState>({ kind: 'none' })
  const add = () => setDialog({ kind: 'form', system: null })

  return (
    <>
      <PageHeader
        title={t('Systems')}
        subtitle={t("Manage your organization's systems")}
        actions={<AddButton label={t('Add System')} onClick={add} />}
      />
      <SystemsList
        catalogue={catalogue}
        onAdd={add}
        onOpen={({ id }) => address.open(id)}
        onEdit={(system) => setDialog({ kind: 'form', system })}
        onDelete={(system) => setDialog({ kind: 'delete', system })}
      />
      <SystemDialogs
        systems={catalogue.systems}
        isPartial={catalogue.isPartial}
        address={address}
        dialog={dialog}
        onDialogChange={setDialog}
      />
    </>
  )
}

interface SystemsListProps {
  catalogue: ReturnType<typeof useSystems>
  onAdd: () => void
  onOpen: (system: System) => void
  onEdit: (system: System) => void
  onDelete: (system: System) => void
}

function SystemsList({ catalogue, onAdd, ...handlers }: SystemsListProps) {
  const { t } = useTranslation()
  const { systems, isPartial, failure, isFetching, refetch } = catalogue
  if (failure) {
    return (
      <ErrorState
        title={t('Error loading systems')}
        message={failure instanceof WorkspaceError ? t(failure.message) : t('Something went wrong.')}
        requestId={failure instanceof WorkspaceError ? failure.requestId : null}
        onRetry={refetch}
        retrying={isFetching}
      />
    )
  }
  if (systems?.length === 0) {
    return (
      <EmptyState
        icon={Server}
        title={t('No Systems Yet')}
        description={t(
          'Register the first system that your organization runs, and name the person who owns it.',
        )}
        action={<AddButton label={t('Create First System')} onClick={onAdd} />}
      />
    )
  }
  return <FilteredSystems systems={systems} isPartial={isPartial} {...handlers} />
}

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  const refusal = useRefusal()
  return (
    <Button onClick={onClick} disabledReason={refusal('create-record', null)}>
      <Plus />
      {label}
    </Button>
  )
}
