import { asPhrase } from '@cairn/workspace/lib/phrase'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod/mini'
import { Input } from '@/ui/form/input.tsx'
import { type Editing, namedValue } from './editing.ts'
import { InlineValue } from './inline-value.tsx'

interface NameValueProps<Item> {
  record: Item
  editing: Editing<Item>
  /** The names that its catalogue takes. */
  schema: z.ZodMiniType<string, string>
  /** The heading that shows it. */
  children: ReactNode
}

/** The name of a record, in the place of its heading. */
export function NameValue<Item extends CatalogueRecord>(props: NameValueProps<Item>) {
  const { record, editing, schema, children } = props
  const { t } = useTranslation()
  if (editing === null) return children
  const label = t('Name')
  const property = namedValue('name', label, (name: string) => name)
  const check = (name: string) => {
    const problem = schema.safeParse(name).error?.issues[0]?.message
    return problem === undefined ? null : t(asPhrase(problem))
  }
  return (
    <div className="relative -mx-2 -my-1.5 min-w-0 print:mx-0">
      <InlineValue
        label={label}
        value={record.name}
        save={(name) => editing.save(property, name.trim(), name.trim())}
        check={check}
        control={(name, onChange) => (
          <Input
            autoComplete="off"
            className="w-96 max-w-full font-semibold"
            value={name}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
        keepsShown
      >
        {children}
      </InlineValue>
    </div>
  )
}
