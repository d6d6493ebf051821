import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { audio, image, resource, text } from './contents.ts'

type Content = CallToolResult['content']

/** The tools that the suite calls, with the answer of each. */
const ANSWERS: Record<string, Content> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [audio],
  test_embedded_resource: [resource('test://embedded-resource', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
  ],
}

/** Adds the tools that answer without questions. */
export function addTools(server: McpServer): void {
  const add = (name: string, answer: (context: ServerContext) => Promise<Content>) =>
    server.registerTool(name, { description: `Answers the scenarios of ${name}` }, async (context) => ({
      content: await answer(context),
    }))
  for (const [name, content] of Object.entries(ANSWERS)) add(name, async () => content)
  add('test_error_handling', async () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  add('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100])
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 100 },
      })
    return [text('Done')]
  })
  for (const name of ['test_tool_with_logging', 'test_logging_tool'])
    add(name, async ({ mcpReq }) => {
      for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed'])
        await mcpReq.log('info', said)
      return [text('Done')]
    })
}
