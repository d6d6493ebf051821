import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface RecordBodyProps {
  /** Its status, and its description. */
  lead: ReactNode
  properties: ReactNode
  /** Its relations, its runs and its history. */
  children: ReactNode
}

/**
 * Everything about a record, on its page and beside the list alike: the room around it decides whether the properties
 * stand at the side or below the description.
 */
export function RecordBody({ lead, properties, children }: RecordBodyProps) {
  const { t } = useTranslation()
  return (
    <div data-properties className="@container">
      <div className="grid grid-cols-1 @2xl:grid-cols-[minmax(0,1fr)_18rem] @4xl:grid-cols-[minmax(0,1fr)_20rem] @2xl:grid-rows-[auto_1fr] gap-x-8 gap-y-5">
        <div className="flex min-w-0 flex-col gap-4">{lead}</div>
        <section
          aria-label={t('Properties')}
          className="flex min-w-0 flex-col gap-4 @2xl:col-start-2 @2xl:row-span-2 @2xl:row-start-1"
        >
          {properties}
        </section>
        <div className="in-order flex min-w-0 flex-col gap-5">{children}</div>
      </div>
    </div>
  )
}
