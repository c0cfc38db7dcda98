import { memo } from 'react';
import { Link } from 'wouter';
import { AlertSwitches } from '../../../ui/alert-switches.tsx';
import { Card } from '../../../ui/card.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { texts } from './alert-texts.ts';

/** What else announces a new signal on the page, and the way to all alerts. */
export const AlertsCard = memo(function AlertsCard() {
  return (
    <Card label={uiTexts.alerts}>
      <AlertSwitches />
      <p className="card__foot">
        <Link href="/alerts" className="reach">
          {texts.all}
        </Link>
      </p>
    </Card>
  );
});
