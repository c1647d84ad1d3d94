import { CardPage } from './card-page.tsx'

export function InvitationPage() {
  return <CardPage title="Join the team">{null}</CardPage>
}
