// A journey through the app in Firefox with JavaScript off.
import { testJourney } from "../../other-browsers/journey";
import { otherBrowsers } from "../../other-browsers/web-driver";

testJourney(otherBrowsers.firefox, false);
