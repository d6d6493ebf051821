import { cn } from '@/lib/cn.ts'
import type { RecordField } from '../fields/field.ts'
import { FieldInput } from '../fields/field-input.tsx'

/** Fields under the names of their groups; those without one stand first. */
export function FieldGroups({ fields }: { fields: readonly RecordField[] }) {
  const sections = [...new Set(['', ...fields.map(({ section }) => section)])]
  return sections.map((section) => {
    const members = fields.filter((field) => field.section === section)
    if (members.length === 0) return null
    const inputs = members.map((field) => (
      <div key={field.key} className={cn('wrap-anywhere min-w-0', isWide(field) && 'sm:col-span-2')}>
        <FieldInput field={field} />
      </div>
    ))
    if (section === '')
      return (
        <div key="" className={GRID}>
          {inputs}
        </div>
      )
    return (
      <fieldset key={section} className="min-w-0">
        <legend dir="auto" className="wrap-anywhere mb-2 text-muted-foreground text-xs">
          {section}
        </legend>
        <div className={GRID}>{inputs}</div>
      </fieldset>
    )
  })
}

const GRID = 'grid min-w-0 gap-4 sm:grid-cols-2 sm:items-start'

function isWide({ type }: RecordField): boolean {
  return type === 'long_text' || type === 'address'
}
