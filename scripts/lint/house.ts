/** Rules of the house that no ready-made lint rule says. They are what keeps `domain` free of clocks and waiting. */
interface Node {
  readonly type: string
}

interface Context {
  report(problem: { node: Node; message: string }): void
}

type Visitor = Record<string, (node: Node) => void>

const noAsync = {
  create(context: Context): Visitor {
    const report = (node: Node): void =>
      context.report({ node, message: 'The domain never waits: rules are plain functions.' })
    return {
      'ArrowFunctionExpression[async=true]': report,
      'FunctionDeclaration[async=true]': report,
      'FunctionExpression[async=true]': report,
      AwaitExpression: report,
    }
  },
}

const noClock = {
  create(context: Context): Visitor {
    const report = (node: Node): void =>
      context.report({ node, message: 'The domain has no clock: take the time as a parameter.' })
    return {
      'NewExpression[callee.name="Date"][arguments.length=0]': report,
      'CallExpression[callee.name="Date"]': report,
      'MemberExpression[object.name="performance"]': report,
    }
  },
}

export default { meta: { name: 'house' }, rules: { 'no-async': noAsync, 'no-clock': noClock } }
