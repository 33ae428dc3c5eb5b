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

const WITHOUT_ROLE = ':not(:has(> JSXAttribute[name.name="role"]))'
const CAPTIONED = ':has(JSXOpeningElement[name.name="caption"])'

/**
 * A table that CSS lays out as cards loses its roles in some browsers. A captioned table itself keeps `display: table`,
 * and says only the roles of its parts.
 */
const tableRoles = {
  create(context: Context): Visitor {
    const report = (node: Node): void =>
      context.report({ node, message: 'Say the role of every part of a table: role="table", "row", "cell" and so on.' })
    return {
      [`JSXOpeningElement[name.name=/^(thead|tbody|tr|th|td)$/]${WITHOUT_ROLE}`]: report,
      [`JSXElement:not(${CAPTIONED}) > JSXOpeningElement[name.name="table"]${WITHOUT_ROLE}`]: report,
    }
  },
}

export default {
  meta: { name: 'house' },
  rules: { 'no-async': noAsync, 'no-clock': noClock, 'table-roles': tableRoles },
}
