import { completable, inputRequired, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { image, resource, text } from './contents.ts'
import { CONTEXT, isAnswered } from './questions.ts'

type Content = ReturnType<typeof text> | typeof image | ReturnType<typeof resource>

const said = (...contents: Content[]) => ({
  messages: contents.map((content) => ({ role: 'user' as const, content })),
})

const words = z.object({
  arg1: completable(z.string().describe('The first word'), (begun) => [`${begun}…`]),
  arg2: z.string().describe('The second word'),
})
const embedded = z.object({ resourceUri: z.string().describe('What to embed') })

/** Adds the prompts that the suite asks for. */
export function addPrompts(server: McpServer): void {
  const described = (name: string) => ({ description: `Answers the scenarios of ${name}` })
  server.registerPrompt('test_simple_prompt', described('test_simple_prompt'), async () =>
    said(text('This is a simple prompt for testing.')),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { ...described('test_prompt_with_arguments'), argsSchema: words },
    async ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...described('test_prompt_with_embedded_resource'), argsSchema: embedded },
    async ({ resourceUri }) =>
      said(
        resource(resourceUri, 'Embedded resource content for testing.'),
        text('Please process the embedded resource above.'),
      ),
  )
  server.registerPrompt('test_prompt_with_image', described('test_prompt_with_image'), async () =>
    said(image, text('Please analyze the image above.')),
  )
  server.registerPrompt(
    'test_input_required_result_prompt',
    described('test_input_required_result_prompt'),
    async (context) =>
      isAnswered(CONTEXT, context)
        ? said(text('Prompt with context'))
        : inputRequired({ inputRequests: CONTEXT }),
  )
}
