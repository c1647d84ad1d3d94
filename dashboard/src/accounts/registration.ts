/** Whether only the operator registers partners. The service writes it into the page. */
export const isRegistrationClosed = (): boolean =>
  document.querySelector('meta[name="registration"]')?.getAttribute('content') === 'closed'
