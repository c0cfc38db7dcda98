/** Ends this browser's subscription to pushes at a sign-out, and takes away the alerts that it shows: they are not for the next trader. Never rejects. */
export async function forgetPushes(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  try {
    const registration = await workers?.getRegistration();
    for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The browser keeps it: the server has ended it with the session.
  }
}
