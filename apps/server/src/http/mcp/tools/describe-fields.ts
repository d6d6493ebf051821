import { FILTER_TYPES, OPERATORS_OF } from '@cairn/workspace/port/records/conditions'
import { BUILT_IN_FIELDS, isBuiltInKey } from '@cairn/workspace/port/records/fields'
import { z } from 'zod'
import { describeOwnField, fieldShape, ownFieldsOf } from '../own-fields.ts'
import { kindInput, needKind } from '../records.ts'
import { defineTool } from '../tool.ts'

/** The fields that every account has. */
function builtInFields(): z.infer<typeof fieldShape>[] {
  return [...FILTER_TYPES].map(([field, type]) => {
    const builtIn = isBuiltInKey(field) ? BUILT_IN_FIELDS[field] : null
    return {
      ...{ field, type, help: '', operators: [...OPERATORS_OF[type]] },
      label: builtIn?.label ?? field,
      choices:
        builtIn !== null && 'choices' in builtIn ? builtIn.choices.map(({ id, name }) => ({ id, name })) : [],
    }
  })
}

/** Names the fields of a catalogue, with those that the account has added. */
export const describeFields = defineTool({
  name: 'describe_fields',
  title: 'Describe Fields',
  description:
    'Names the fields of a catalogue, with those that this organisation has added: their keys, types and choices, and the operators of list_records that they take.',
  input: z.object({ kind: kindInput }),
  answer: z.object({ fields: z.array(fieldShape) }),
  reads: true,
  async run(call, { kind }) {
    needKind(call, kind)
    return { fields: [...builtInFields(), ...(await ownFieldsOf(call, kind)).map(describeOwnField)] }
  },
})
