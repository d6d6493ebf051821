import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { zodResolver } from '@hookform/resolvers/zod'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import type { RecordField } from '../fields/field.ts'
import { faultName } from '../fields/field-input.tsx'
import { cleanValues, fieldProblem, fieldsToAsk } from '../fields/field-problem.ts'
import { useFields } from '../fields/use-fields.ts'
import type { RecordForm } from './record-form.ts'

/**
 * The schema of a record's form, which knows the values that fields accept, and reports problems in the user's
 * language.
 */
export function schemaWithFields<Form extends RecordForm>(
  schema: z.ZodMiniType<Form, Form>,
  fields: readonly RecordField[],
  t: TFunction,
  language: string,
): z.ZodMiniType<Form, Form> {
  const problems = z.check<Form>(({ value, issues }) => {
    for (const field of fields) {
      const message = fieldProblem(field, value.fields[field.key], t, language)
      if (message !== null)
        issues.push({ code: 'custom', message, path: ['fields', faultName(field.key)], input: value })
    }
  })
  return z.pipe(
    schema.check(problems),
    z.transform((form: Form): Form => ({ ...form, fields: cleanValues(fields, form.fields) })),
  )
}

/** Returns the resolver that checks the form of a record, null for a new one, with the values of its fields. */
export function useRecordResolver<Form extends RecordForm>(
  kind: CatalogueKind,
  schema: z.ZodMiniType<Form, Form>,
  record: CatalogueRecord | null,
) {
  const { t, i18n } = useTranslation()
  const fields = useFields(kind)
  const had = record?.fields ?? null
  return useMemo(
    () => zodResolver(schemaWithFields(schema, fieldsToAsk(fields, had), t, i18n.language)),
    [schema, fields, had, t, i18n.language],
  )
}
