import { texts } from '../lib/texts.ts'

export const t = texts('setup', {
  title: 'Set up Quire',
  hint: 'You are the first person here. You will own the workspace, and others join by invitation.',
  submit: 'Create workspace',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
  workspaceName: 'Workspace name',
  workspaceNameHint: 'For a team, a project or a household. You can rename it later.',
  code: 'Setup code',
  codeHint:
    'The code is at the end of the address that <code>npm start</code> prints. If you cannot see it any more, restart the server.',
})
