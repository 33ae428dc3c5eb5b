import type { Command, Input, Output } from '#contract/define.ts'
import { Refused, type Client } from './app.ts'

/** Sends a command and answers yes to each question of the server, which it returns with the output. */
export async function accept<C extends Command>(
  client: Client,
  command: C,
  input: Input<C> & object,
): Promise<{ readonly output: Output<C>; readonly preguntas: readonly string[] }> {
  const preguntas: string[] = []
  for (;;) {
    try {
      return { output: await client.send(command, { ...input, acepta: preguntas }), preguntas }
    } catch (error) {
      const pregunta = error instanceof Refused && error.code === 'question.open' ? error.fields['pregunta'] : undefined
      if (pregunta === undefined || preguntas.includes(pregunta)) throw error
      preguntas.push(pregunta)
    }
  }
}
