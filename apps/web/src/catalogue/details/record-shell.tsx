import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { Maximize2 } from 'lucide-react'
import { type ComponentType, createContext, Fragment, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { IconLink } from '@/ui/button/icon-link.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { recordPagePath } from '../record-path.ts'
import { withParameter } from '../use-address.ts'

/** A record's details and their buttons, wherever they stand. */
export interface RecordShellProps {
  kind: CatalogueKind
  record: CatalogueRecord
  /** Puts the editor of its name around the heading. */
  aroundName: (heading: ReactNode) => ReactNode
  /** The buttons. */
  actions: ReactNode
  /** Everything about the record. */
  children: ReactNode
  onClose: () => void
}

const RecordShellContext = createContext<ComponentType<RecordShellProps>>(RecordWindow)

/** Makes the details inside stand in this shell instead of a window or beside the list. */
export const RecordShellProvider = RecordShellContext.Provider

/** Where the details of a record stand: its page, beside the list, or a window. */
export function useRecordShell(): ComponentType<RecordShellProps> {
  return useContext(RecordShellContext)
}

/** Details in a window, or beside the list. */
function RecordWindow({ kind, record, aroundName, actions, children, onClose }: RecordShellProps) {
  const { t } = useTranslation()
  const { search } = useLocation()
  const navigate = useNavigate()
  const path = recordPagePath({ kind, id: record.id })
  const list = withParameter(new URLSearchParams(search), 'id', '').toString()
  const state = { list }
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      title={record.name}
      aroundTitle={aroundName}
      tools={<IconLink icon={Maximize2} label={t('Open as page')} to={path} state={state} />}
      onEnter={() => void navigate(path, { state })}
      wide
      footer={actions}
    >
      <Fragment key={record.id}>{children}</Fragment>
    </EntityDialog>
  )
}
