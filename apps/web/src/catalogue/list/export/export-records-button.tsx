import { useState } from 'react'
import { useLocation } from 'react-router'
import { ExportButton } from '@/shared/export/export-button.tsx'
import { asksForExport } from '../../ask-for-export.ts'
import type { ExportRecordsProps } from './export-records.tsx'
import { ExportRecords } from './export-records.tsx'

/** Opens the window that exports the list of a catalogue; so does a navigation that asks for it. */
export function ExportRecordsButton(props: Omit<ExportRecordsProps, 'onClose'>) {
  const { state, key } = useLocation()
  const [answered, setAnswered] = useState<string | null>(null)
  const isAsked = asksForExport(state) && answered !== key
  return (
    <ExportButton
      dialog={ExportRecords}
      of={props}
      isAsked={isAsked}
      onClosed={() => setAnswered(key)}
      // On a phone the line has no room for it: it stands below the columns.
      className="max-md:hidden"
    />
  )
}
