import { McpServer } from '@modelcontextprotocol/server'
import { ALONE } from '../../../apps/server/src/settings/place.ts'
import { readCairn } from '../../../apps/server/src/start/cairn.ts'
import { startAlone } from '../../../apps/server/src/start/start.ts'
import { addPrompts } from './prompts.ts'
import { addQuestions, verifyState } from './questions.ts'
import { addResources } from './resources.ts'
import { addTools } from './tools.ts'

/** A server of the protocol that has what the suite looks for, and whose lists never change. */
function fixtures(): McpServer {
  const server = new McpServer(
    { name: 'cairn-fixtures', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: false },
        prompts: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        completions: {},
        logging: {},
      },
      requestState: { verify: verifyState },
    },
  )
  addTools(server)
  addQuestions(server)
  addPrompts(server)
  addResources(server)
  return server
}

/** Cairn as it is installed, but for what assistants find at its address: everything before that is the same. */
const cairn = await readCairn(process.env, ALONE)
const running = await startAlone({
  ...cairn,
  async over(database) {
    const { jobs, site } = await cairn.over(database)
    return { jobs, site: site && { ...site, loadTools: async () => fixtures } }
  },
})
process.once('SIGTERM', (signal) => void running.stop(signal).then(() => process.exit(0)))
