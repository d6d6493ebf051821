import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { binary } from './contents.ts'

/** Adds the resources that the suite reads. */
export function addResources(server: McpServer): void {
  const described = { description: 'Read by the scenarios of resources' }
  server.registerResource(
    'static-text',
    'test://static-text',
    { ...described, mimeType: 'text/plain' },
    async ({ href }) => ({
      contents: [
        { uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
      ],
    }),
  )
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { ...described, mimeType: binary.mimeType },
    async ({ href }) => ({ contents: [{ uri: href, ...binary }] }),
  )
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { ...described, mimeType: 'application/json' },
    async ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  )
}
