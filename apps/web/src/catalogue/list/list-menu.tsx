import { Download, Ellipsis, FileUp, Inbox, Network, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { formatNumber } from '@/lib/text/numbers.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { IconButton } from '@/ui/button/icon-button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/ui/floating/dropdown-menu.tsx'
import { asksForExport } from '../ask-for-export.ts'
import { withParameter } from '../use-address.ts'
import { ExportRecords, type ExportRecordsProps } from './export/export-records.tsx'
import { useWaiting } from './use-waiting.ts'

/** The menu of a whole list: import, export, and the deleted records. A navigation can ask for the export too. */
export function ListMenu(props: Omit<ExportRecordsProps, 'onClose'>) {
  const { kind } = props
  const { t } = useTranslation()
  const { state, key } = useLocation()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isExporting, setExporting] = useState(false)
  const [answered, setAnswered] = useState<string | null>(null)
  const mayImport = useRefusal()('create-record', null) === null
  const isAsked = asksForExport(state) && answered !== key
  const startExport = () => {
    // The window gives the focus back to it: the menu will be gone.
    trigger.current?.focus()
    setExporting(true)
  }
  const close = () => {
    setExporting(false)
    setAnswered(key)
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <IconButton ref={trigger} icon={Ellipsis} label={t('List options')} />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {mayImport && (
            <DropdownMenuItem asChild>
              <Link to={`/import?kind=${kind}`}>
                <FileUp aria-hidden />
                {t('Import')}
              </Link>
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={startExport}>
            <Download aria-hidden />
            {t('Export')}
          </DropdownMenuItem>
          <Links kind={kind} mayImport={mayImport} />
        </DropdownMenuContent>
      </DropdownMenu>
      {(isExporting || isAsked) && <ExportRecords {...props} onClose={close} />}
    </>
  )
}

interface LinksProps extends Pick<ExportRecordsProps, 'kind'> {
  mayImport: boolean
}

/** Leads to the records of the list elsewhere: on the map as it is filtered, in the bin, and not registered yet. */
function Links({ kind, mayImport }: LinksProps) {
  const { t, i18n } = useTranslation()
  const { search } = useLocation()
  const waiting = useWaiting(kind)
  return (
    <>
      <DropdownMenuItem asChild>
        <Link to={`/map?${withParameter(new URLSearchParams(search), 'of', kind)}`}>
          <Network aria-hidden />
          {t('Map')}
        </Link>
      </DropdownMenuItem>
      <DropdownMenuItem asChild>
        <Link to={`/activity?show=bin&kind=${kind}`}>
          <Trash2 aria-hidden />
          {t('Bin')}
        </Link>
      </DropdownMenuItem>
      {mayImport && waiting > 0 && (
        <DropdownMenuItem asChild>
          <Link to={`/discovery?kind=${kind}`}>
            <Inbox aria-hidden />
            {t('Discovery')}
            <span className="ml-auto text-muted-foreground tabular-nums">
              {formatNumber(waiting, i18n.language)}
            </span>
          </Link>
        </DropdownMenuItem>
      )}
    </>
  )
}
