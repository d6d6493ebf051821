import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { KINDS } from '../kinds.ts'

interface AddRecordProps {
  kind: CatalogueKind
  /** Instead of the usual label. */
  label?: string | undefined
  /** Opens the form of the list. */
  onAdd: () => void
}

/** The way to the form of a new record, here or on another screen; it rests for users who may not create one. */
export function AddRecord({ kind, label, onAdd }: AddRecordProps) {
  const { t } = useTranslation()
  const disabledReason = useRefusal()('create-record', null)
  const { label: usual, path } = KINDS[kind].create
  const content = (
    <>
      <Plus aria-hidden />
      {label ?? t(usual)}
    </>
  )
  if (path !== null && disabledReason === null) {
    return (
      <Button asChild>
        <Link to={path}>{content}</Link>
      </Button>
    )
  }
  return (
    <Button onClick={onAdd} disabledReason={disabledReason}>
      {content}
    </Button>
  )
}
