import { PlainText } from './plain-text.tsx'
import { type Field, typeName } from './reference.ts'
import { WORDS } from './words.ts'

/** Fields of a row or arguments of a procedure: name, type, and what is to be known of each. */
export function FieldList({ title, fields }: { title: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null
  return (
    <details className="group mt-4 rounded-lg border bg-card" open>
      <summary className="cursor-pointer px-3 py-2 font-medium text-sm">{title}</summary>
      <dl className="border-t text-sm">
        {fields.map(({ name, schema, isNeeded }) => (
          <div
            key={name}
            className="grid gap-x-4 gap-y-1 border-b px-3 py-2 last:border-b-0 md:grid-cols-[15rem_1fr]"
          >
            <dt className="wrap-anywhere">
              <code className="font-mono text-xs">{name}</code>
              <span className="ml-2 text-muted-foreground text-xs">
                {[typeName(schema), isNeeded && WORDS.needed, schema.readOnly === true && WORDS.readOnly]
                  .filter((word) => word !== false)
                  .join(', ')}
              </span>
            </dt>
            <dd className="wrap-anywhere">
              <PlainText text={schema.description ?? ''} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
