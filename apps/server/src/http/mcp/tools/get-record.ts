import { z } from 'zod'
import { readRecord, wholeRecord } from '../read-record.ts'
import { idInput, kindInput } from '../records.ts'
import { defineTool } from '../tool.ts'

/** Reads everything about one record. */
export const getRecord = defineTool({
  name: 'get_record',
  title: 'Get a Record',
  description:
    'What Cairn knows of one record: its fields, those of the account too, tags and links, its owner and experts, when it was last changed, and when it last ran.',
  input: z.object({ kind: kindInput, id: idInput }),
  answer: wholeRecord,
  reads: true,
  run: (call, { kind, id }) => readRecord(call, kind, id),
})
