import type { Tool } from '../tool.ts'
import { describeFields } from './describe-fields.ts'
import { fetchDocument } from './fetch.ts'
import { gaps } from './gaps.ts'
import { getRecord } from './get-record.ts'
import { listRecords } from './list-records.ts'
import { listTeams } from './list-teams.ts'
import { planMaintenance } from './plan-maintenance.ts'
import { search } from './search.ts'
import { suggestEdit } from './suggest-edit.ts'
import { suggestRelation } from './suggest-relation.ts'
import { whatChanged } from './what-changed.ts'
import { whatDependsOn } from './what-depends-on.ts'
import { whoKnows } from './who-knows.ts'

/** All that assistants can do, in the order in which they are told. */
export const TOOLS: readonly Tool[] = [
  search,
  fetchDocument,
  getRecord,
  whoKnows,
  whatDependsOn,
  gaps,
  whatChanged,
  listRecords,
  describeFields,
  listTeams,
  suggestEdit,
  suggestRelation,
  planMaintenance,
]
